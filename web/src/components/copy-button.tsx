// How does a text get from here into another program? One press, and a word that it worked.
import { Button } from "./button.tsx";
import { say } from "./toast.tsx";

interface CopyButtonProps {
  text: string;
  /** What is copied, as it is said: “the context”. */
  what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  return <Button onClick={() => void copy(text, what)}>Copy</Button>;
}

/** Copies a text and says so. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}`);
  } catch {
    say("The browser does not let this page copy", "bad");
  }
}

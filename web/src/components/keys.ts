// Which key means what? Moving in rows and columns, and whether somebody is typing just now.

/** Returns where a key leads from an index; undefined when it does not move. */
export function step(key: string, index: number, length: number, along: "row" | "column"): number | undefined {
  if (length === 0) return undefined;
  const last = length - 1;
  const [back, forth] = along === "row" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  switch (key) {
    case forth:
      return Math.min(index + 1, last);
    case back:
      return Math.max(index - 1, 0);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

/** Inputs that take no letters. */
const WITHOUT_TEXT = ["checkbox", "radio", "button", "submit", "range"];

/** Tells whether a key belongs to a control, so that a letter is no shortcut there. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.includes(target.type);
  return target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName);
}

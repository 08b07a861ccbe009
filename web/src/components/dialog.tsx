// How is one thing asked before anything else? The browser's own dialog: it keeps the focus and gives it back.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./button.tsx";

interface DialogProps {
  title: string;
  onClose(): void;
  wide?: boolean;
  children: ComponentChildren;
  /** The buttons below; a dialog that only shows something has none. */
  actions?: ComponentChildren;
}

/** Shown while it is rendered. Escape and a press beside it close it. */
export function Dialog({ title, onClose, wide = false, children, actions }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the effects of what is inside, which may put the focus somewhere.
  useLayoutEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  const besides = (event: MouseEvent) => {
    if (event.target === box.current) onClose();
  };
  const cancel = (event: Event) => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog ref={box} class="dialog" data-wide={wide} aria-labelledby={id} onCancel={cancel} onMouseDown={besides}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button tone="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </Button>
      </header>
      <div class="dialog-body">{children}</div>
      {actions && <footer>{actions}</footer>}
    </dialog>
  );
}

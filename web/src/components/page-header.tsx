// What am I looking at? The one heading of a view, what it is about, and what can be done here.
import type { ComponentChildren } from "preact";
import { useHeadingFocus, useTitle } from "../routing/title.ts";

interface PageHeaderProps {
  title: string;
  /** What the window is called, where the heading itself is too long for that. */
  name?: string;
  /** The heading is a sentence: it takes the whole width, and what can be done stands below. */
  wide?: boolean;
  lead?: ComponentChildren;
  actions?: ComponentChildren;
}

export function PageHeader({ title, name = title, wide = false, lead, actions }: PageHeaderProps) {
  useTitle(name);
  const heading = useHeadingFocus();
  return (
    <header class="page-header" data-wide={wide}>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <div class="lead">{lead}</div>}
      </div>
      {actions && <div class="actions">{actions}</div>}
    </header>
  );
}

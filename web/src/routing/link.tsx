// How does one get from here to there without loading the page anew?
import type { ComponentChildren } from "preact";
import { navigate, useRoute } from "./route.ts";

interface LinkProps {
  to: string;
  id?: string;
  class?: string;
  title?: string;
  "data-tone"?: string;
  "aria-label"?: string;
  "aria-current"?: "page" | "true" | undefined;
  /** In a group that arrows move through, only one link is reached by Tab. */
  tabIndex?: number;
  "data-day"?: string;
  "data-node"?: string;
  onFocus?: () => void;
  onMouseEnter?: () => void;
  replace?: boolean;
  children?: ComponentChildren;
}

export function Link({ to, replace = false, tabIndex, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    // A new tab, a new window or a download is the browser's business.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to, { replace });
  };
  return (
    // In lower case: inside a picture (SVG) nothing else is an attribute.
    <a {...rest} tabindex={tabIndex} href={to} onClick={follow}>
      {children}
    </a>
  );
}

/** A link of a navigation: says when it is where the person is. */
export function NavigationLink({ to, within, ...rest }: LinkProps & { within: string }) {
  const { path } = useRoute();
  const inside = path === within || (within !== "/" && path.startsWith(`${within}/`));
  return <Link to={to} aria-current={inside ? "page" : undefined} {...rest} />;
}

// Where is the focus after a decision? On the next item, in the list or, where that is not shown, on the item itself.

export function rowId(key: string): string {
  return `queue-${key}`;
}

export function focusItem(key: string): void {
  const row = document.getElementById(rowId(key));
  const item = document.querySelector<HTMLElement>(".item");
  // A long item may have been left at its end: the next one is read from its beginning.
  if (item && item.getBoundingClientRect().top < 0) item.scrollIntoView();
  const heading = item?.offsetParent ? item.querySelector<HTMLElement>("h2") : document.querySelector<HTMLElement>("h1");
  if (row?.offsetParent) row.focus();
  else heading?.focus({ preventScroll: true });
}

// How is a picture of 24 × 24 drawn? One path, in the colour of the text; never the only carrier of a meaning.
export function Icon({ path }: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}

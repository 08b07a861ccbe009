// What does somebody see who is not signed in? How to get a link, and nothing of the project.
export function Login({ reason }: { reason: string | undefined }) {
  return (
    <main class="login">
      <img src="/assets/icon.svg" alt="" width="48" height="48" />
      <h1>Phantasm</h1>
      {reason && <p role="alert">{reason}</p>}
      <p>This page opens with a one-time link. Get one in the project's folder:</p>
      <p>
        <code class="command">phantasm open</code>
      </p>
    </main>
  );
}

// How does the page begin? Theme, session, then the shell around the view that the address names.
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { listen } from "./api/events.ts";
import { openSession, standing } from "./api/session.ts";
import { Login } from "./components/login.tsx";
import { listenForPalette } from "./components/palette.tsx";
import { Shell } from "./components/shell.tsx";
import { listenForKeys } from "./components/shortcuts.tsx";
import { applyTheme } from "./components/theme.tsx";
import { followHistory } from "./routing/route.ts";
import { useStore } from "./state/store.ts";
import "./styles/index.css";

function App() {
  const now = useStore(standing);
  const open = now.state === "open";
  useEffect(() => {
    if (!open) return undefined;
    const stops = [listen(), listenForKeys(), listenForPalette()];
    return () => stops.forEach((stop) => stop());
  }, [open]);
  switch (now.state) {
    case "waiting":
      return null;
    case "none":
      return <Login reason={now.reason} />;
    case "open":
      return <Shell session={now.session} />;
  }
}

applyTheme();
void openSession().then(() => {
  followHistory();
  const place = document.getElementById("page");
  if (place) render(<App />, place);
});

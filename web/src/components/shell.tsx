// What stands around every view? The navigation, the way to search, who is looking, and whether it is live.
import { useEffect, useRef, useState } from "preact/hooks";
import { useOperation } from "../api/use-operation.ts";
import { closeSession, type Session } from "../api/session.ts";
import { PAGES } from "../pages/index.ts";
import { NavigationLink } from "../routing/link.tsx";
import { matchPath, navigate, useRoute } from "../routing/route.ts";
import { useReadiness } from "../state/readiness.ts";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Icon } from "./icon.tsx";
import { LiveIndicator } from "./live.tsx";
import { NotFound } from "./not-found.tsx";
import { Palette, paletteShown } from "./palette.tsx";
import { helpShown, ShortcutHelp, useShortcuts } from "./shortcuts.tsx";
import { ThemeSwitch } from "./theme.tsx";
import { Toasts } from "./toast.tsx";
import { grouped } from "./wording.ts";

export function Shell({ session }: { session: Session }) {
  const [drawer, setDrawer] = useState(false);
  const { path } = useRoute();
  useEffect(() => setDrawer(false), [path]);
  useShortcuts([
    { keys: "?", does: "Show these keys", run: () => helpShown.set(true) },
    { keys: "/", does: "Search and go anywhere", run: () => paletteShown.set(true) },
    ...PAGES.map((page) => ({ keys: `g ${page.key}`, does: `Go to ${page.title}`, run: () => navigate(page.path) })),
  ]);
  return (
    <div class="shell" data-drawer={drawer}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <TopBar session={session} drawer={drawer} onDrawer={setDrawer} />
      <Navigation session={session} open={drawer} onClose={() => setDrawer(false)} />
      <main id="content" tabIndex={-1} data-ready="false">
        <View path={path} />
      </main>
      <Palette />
      <ShortcutHelp />
      <ConfirmDialog />
      <Toasts />
    </div>
  );
}

interface TopBarProps {
  session: Session;
  drawer: boolean;
  onDrawer(open: boolean): void;
}

function TopBar({ session, drawer, onDrawer }: TopBarProps) {
  return (
    <header class="top-bar">
      <button
        type="button"
        class="menu"
        aria-label="Menu"
        aria-expanded={drawer}
        aria-controls="navigation"
        onClick={() => onDrawer(!drawer)}
      >
        <Icon path="M4 7h16M4 12h16M4 17h16" />
      </button>
      <span class="project" title={session.root}>
        <img src="/assets/icon.svg" alt="" width="22" height="22" />
        {session.project}
      </span>
      <button type="button" class="search-button" onClick={() => paletteShown.set(true)}>
        <Icon path="M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12 4 4" />
        <span>Search memory</span>
        <kbd aria-hidden="true">⌘K</kbd>
      </button>
      <LiveIndicator />
    </header>
  );
}

function Navigation({ session, open, onClose }: { session: Session; open: boolean; onClose(): void }) {
  const health = useOperation("health", {});
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open) box.current?.querySelector<HTMLElement>("a")?.focus();
  }, [open]);
  return (
    <nav
      id="navigation"
      aria-label="Pages"
      ref={box}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <ul>
        {PAGES.map((page) => {
          const waiting = page.badge && health.data?.[page.badge];
          return (
            <li key={page.path}>
              <NavigationLink to={page.path} within={page.path}>
                <Icon path={page.icon} />
                {page.title}
                {waiting ? <span class="count">{grouped(waiting)}</span> : null}
              </NavigationLink>
            </li>
          );
        })}
      </ul>
      <div class="nav-foot">
        <p class="faint">
          {session.profile} · scope {session.scope}
          <br />
          Phantasm {session.version}
        </p>
        <ThemeSwitch />
        <Button tone="quiet" onClick={() => helpShown.set(true)} shortcut="?">
          Keyboard
        </Button>
        <Button tone="quiet" onClick={() => void closeSession()}>
          Sign out
        </Button>
      </div>
    </nav>
  );
}

/** Finds the page that an address belongs to. */
function View({ path }: { path: string }) {
  useReadiness(path);
  for (const page of PAGES) {
    for (const pattern of [page.path, ...(page.patterns ?? [])]) {
      const parts = matchPath(pattern, path);
      const Component = page.component;
      if (parts) return <Component key={page.path} {...parts} />;
    }
  }
  return <NotFound />;
}

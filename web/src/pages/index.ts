// Which pages are there, and in which order? Everything else (navigation, palette, keys) is made from this list.
import type { Page } from "./page.ts";
import { Backups } from "./backups/backups.tsx";
import { Clients } from "./clients/clients.tsx";
import { Compile } from "./compile/compile.tsx";
import { Doctor } from "./doctor/doctor.tsx";
import { Graph } from "./graph/graph.tsx";
import { Inbox } from "./inbox/inbox.tsx";
import { Operations } from "./operations/operations.tsx";
import { Overview } from "./overview/overview.tsx";
import { Procedures } from "./procedures/procedures.tsx";
import { Records } from "./records/records.tsx";
import { Search } from "./search/search.tsx";
import { Timeline } from "./timeline/timeline.tsx";

export const PAGES: readonly Page[] = [
  {
    path: "/",
    title: "Overview",
    icon: "M4 11 12 4l8 7v9h-5v-6H9v6H4z",
    key: "h",
    component: Overview,
  },
  {
    path: "/inbox",
    title: "Inbox",
    icon: "M4 5h16v14H4zM4 13h5l1.5 2.5h3L15 13h5",
    key: "i",
    component: Inbox,
    badge: "waiting_for_review",
  },
  {
    path: "/records",
    patterns: ["/records/:id"],
    title: "Records",
    icon: "M5 6h14M5 12h14M5 18h9",
    key: "r",
    component: Records,
  },
  {
    path: "/timeline",
    title: "Timeline",
    icon: "M7 4v16M7 7h.01M7 17h.01M11 7h9M11 12h6M11 17h8M4 12h6",
    key: "t",
    component: Timeline,
  },
  {
    path: "/graph",
    title: "Graph",
    icon: "M6 7m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M18 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M7 18m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M8.8 8.2l6.4 2.7M9.7 16.7l5.6-3",
    key: "g",
    component: Graph,
  },
  {
    path: "/compile",
    title: "Compile preview",
    icon: "M4 5h16M4 10h10M4 15h13M4 20h7M18 17l3 3-3 3",
    key: "c",
    component: Compile,
  },
  {
    path: "/search",
    title: "Search lab",
    icon: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12 4 4M8 11h6M11 8v6",
    key: "s",
    component: Search,
  },
  {
    path: "/procedures",
    patterns: ["/procedures/:id"],
    title: "Procedures",
    icon: "M5 5h4v4H5zM5 15h4v4H5zM12 7h8M12 17h8M7 9v6",
    key: "p",
    component: Procedures,
  },
  {
    path: "/operations",
    patterns: ["/operations/:id"],
    title: "Operations",
    icon: "M4 12a8 8 0 1 1 2.4 5.7M4 12l-2-2m2 2 2-2M12 8v4l3 2",
    key: "o",
    component: Operations,
  },
  {
    path: "/backups",
    title: "Backups",
    icon: "M4 6h16v5H4zM5 11v8h14v-8M10 15h4",
    key: "b",
    component: Backups,
  },
  {
    path: "/clients",
    title: "Clients and trust",
    icon: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4",
    key: "l",
    component: Clients,
  },
  {
    path: "/doctor",
    title: "Doctor",
    icon: "M3 12h4l2-6 4 12 3-8 1 2h4",
    key: "d",
    component: Doctor,
  },
];

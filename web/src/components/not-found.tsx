// What if nothing is there? Say so, and name the way back.
import { Link } from "../routing/link.tsx";
import { PAGES } from "../pages/index.ts";
import { PageHeader } from "./page-header.tsx";

export function NotFound() {
  return (
    <>
      <PageHeader title="There is no such page" />
      <ul>
        {PAGES.map((page) => (
          <li key={page.path}>
            <Link to={page.path}>{page.title}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

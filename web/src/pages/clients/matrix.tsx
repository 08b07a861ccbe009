// Which profile has which right? One row for each profile, one column for each right, and what it did lately.
import { Badge } from "../../components/badge.tsx";
import { Panel } from "../../components/panel.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { grouped, spoken } from "../../components/wording.ts";
import type { ProfileView, Right } from "../../contract.ts";
import { journalAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { useRoute } from "../../routing/route.ts";
import { profileAddress } from "./filters.ts";

const RIGHTS: readonly Right[] = ["read", "suggest", "write", "review", "maintenance", "sensitive_read", "sensitive_export"];

export function Matrix({ profiles, chosen }: { profiles: readonly ProfileView[]; chosen: string }) {
  return (
    <Panel title="Profiles and their rights">
      <div class="table-scroll" role="region" aria-label="Profiles and their rights, as a table" tabIndex={0}>
        <table class="matrix">
          <caption class="unseen">Which profile has which right, and what it wrote</caption>
          <thead>
            <tr>
              <th scope="col">Profile</th>
              {RIGHTS.map((right) => (
                <th key={right} scope="col" class="right">
                  {spoken(right)}
                </th>
              ))}
              <th scope="col">Left to people</th>
              <th scope="col" data-kind="number">
                Writes
              </th>
              <th scope="col">Decided</th>
              <th scope="col">Last wrote</th>
            </tr>
          </thead>
          <tbody>
            {profiles.map((profile) => (
              <Row key={profile.name} profile={profile} chosen={chosen} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Row({ profile, chosen }: { profile: ProfileView; chosen: string }) {
  const { search } = useRoute();
  return (
    <tr aria-current={profile.name === chosen ? "true" : undefined}>
      <th scope="row">
        <Link to={profileAddress(profile.name, search)}>{profile.display_name}</Link>
        <span class="row">
          <code class="faint">{profile.name}</code>
          {!profile.known && <Badge tone="warn">no longer configured</Badge>}
          {profile.known && !profile.built_in && (
            <Badge>{profile.inherits ? `custom, like ${profile.inherits}` : "custom"}</Badge>
          )}
          {profile.held_back.length > 0 && <Badge tone="warn">{`${profile.held_back.length} held back`}</Badge>}
        </span>
      </th>
      {RIGHTS.map((right) => (
        <td key={right} class="right">
          <Mark has={profile.rights.includes(right)} />
        </td>
      ))}
      <td class="wraps">{profile.person_only.map(spoken).join(", ") || <span class="faint">–</span>}</td>
      <td data-kind="number">
        <Link to={journalAddress({ profile: profile.name })} aria-label={`${profile.writes} writes of ${profile.name}, in the journal`}>
          {grouped(profile.writes)}
        </Link>
      </td>
      <td>
        {Object.entries(profile.verdicts)
          .map(([verdict, count]) => `${verdict} ${grouped(count)}`)
          .join(", ") || <span class="faint">–</span>}
      </td>
      <td>
        <Timestamp at={profile.last_at} relative />
      </td>
    </tr>
  );
}

function Mark({ has }: { has: boolean }) {
  return (
    <>
      <span aria-hidden="true" class={has ? "has" : "faint"}>
        {has ? "●" : "·"}
      </span>
      <span class="unseen">{has ? "yes" : "no"}</span>
    </>
  );
}

import { findLast, type LastMigrations, type Migration } from "./label.ts";
import { type Effect, readEffects } from "./read-effects.ts";
import type { Version } from "./versions.ts";

export interface RollbackFacts {
  versions: readonly Version[];
  /** Ids of versions that had all the traffic, the present one first. */
  deployed: readonly string[];
  /** The migrations of this folder, in their order, with their texts. */
  migrations: readonly (Migration & { sql: string })[];
  /** An id, a commit, or the beginning of either; the version that was deployed before unless set. */
  wanted?: string;
}

export interface RollbackPlan {
  from: Version | null;
  to: Version;
  /** What has come since, and what it does that concerns the former code. */
  since: readonly (Migration & { effects: readonly Effect[] })[];
  /** Why the former code may not run with the database, or with its secrets, as they are now. Empty: it can. */
  obstacles: readonly string[];
}

/**
 * What it means to go back. Migrations are never taken back: the former code runs with the tables of today.
 * @throws {Error} when there is nothing to go back to
 */
export function planRollback(facts: RollbackFacts): RollbackPlan {
  const { versions, deployed } = facts;
  const from = versions.find(({ id }) => id === deployed[0]) ?? null;
  const to = chooseVersion(facts);
  const newest = findLast(facts.migrations);
  const since = to.last === null ? [] : listSince(facts.migrations, to.last);
  const effects = since.map(({ binding, name, sql }) => ({ binding, name, effects: concern(readEffects(sql), since) }));
  const obstacles = [
    ...(to.last === null
      ? ["Nobody knows which migrations this version was made for: npm run deploy did not upload it."]
      : []),
    ...listUnknown(to.last ?? {}, newest),
    ...effects.flatMap(({ name, effects: all }) =>
      all
        .filter(({ kind }) => kind === "removes" || kind === "changes")
        .map(
          ({ kind, what }) =>
            `${name} ${what}: the former code ${kind === "removes" ? "cannot" : "may not"} run with that.`,
        ),
    ),
    ...listSecretChanges(versions, { from, to }),
  ];
  return { from, to, since: effects, obstacles };
}

function chooseVersion({ versions, deployed, wanted }: RollbackFacts): Version {
  const [active] = deployed;
  if (wanted === undefined) {
    const before = deployed.slice(1).find((id) => versions.some((version) => version.id === id));
    const found = versions.find(({ id }) => id === before);
    if (!found) throw new Error("No version was deployed before this one.");
    return found;
  }
  const fits = versions.filter(
    ({ id, commit }) => id.startsWith(wanted) || (commit !== "" && commit.startsWith(wanted.slice(0, commit.length))),
  );
  const [found, ...others] = wanted.length >= 4 ? fits.filter(({ id }) => id !== active) : [];
  if (!found)
    throw new Error(
      fits.some(({ id }) => id === active)
        ? `${wanted} has the traffic already.`
        : `No version that can be deployed is named ${wanted}.`,
    );
  // A commit that was uploaded twice: the newest of them.
  const isOneCommit = others.every(({ commit }) => commit === found.commit && commit !== "");
  if (!isOneCommit) throw new Error(`Several versions are named ${wanted}: give more of the id.`);
  return found;
}

function listSince<Each extends Migration>(migrations: readonly Each[], last: LastMigrations): Each[] {
  return migrations.filter(({ binding, name }) => name.slice(0, 4) > (last[binding] ?? "0000"));
}

/** Databases of which that version knows more migrations than this folder: another branch made it. */
function listUnknown(last: LastMigrations, newest: LastMigrations): string[] {
  return Object.entries(last)
    .filter(([binding, number]) => number > (newest[binding] ?? "0000"))
    .map(
      ([binding, number]) =>
        `This folder does not know migration ${number} of ${binding}: check out the commit that is deployed, and run this there.`,
    );
}

/** Tables that came since are no concern of the former code. */
function concern(effects: readonly Effect[], since: readonly { sql: string }[]): Effect[] {
  const made = new Set(
    since.flatMap(({ sql }) => readEffects(sql).flatMap(({ what }) => /^adds the table (\w+)$/.exec(what)?.[1] ?? [])),
  );
  return effects.filter(({ kind, what }) => kind === "adds" || !what.split(/[\s.,:]+/).some((word) => made.has(word)));
}

/** What a change of secrets means for who goes back across it. */
export const ifAuthSecret =
  "Where it was AUTH_SECRET, everybody is signed out, and a password that was used since does not open its account.";

function listSecretChanges(
  versions: readonly Version[],
  { from, to }: { from: Version | null; to: Version },
): string[] {
  const upTo = from?.createdAt ?? "9";
  const changes = versions.filter(
    ({ isOfSecrets, bringsSecrets, createdAt }) =>
      (isOfSecrets || bringsSecrets) && createdAt > to.createdAt && createdAt <= upTo,
  );
  return changes.map(
    ({ createdAt }) =>
      `Secrets were changed at ${formatTime(createdAt)}: the former version has those of before. ${ifAuthSecret}`,
  );
}

/** "2026-11-23 21:04", UTC. */
function formatTime(iso: string): string {
  return iso.slice(0, 16).replace("T", " ");
}

/** A line for each version: the present one is marked. */
export function describeVersions(versions: readonly Version[], deployed: readonly string[]): string {
  return versions
    .map(({ id, createdAt, commit, message, isOfSecrets, bringsSecrets }) => {
      const mark = id === deployed[0] ? "now" : deployed.includes(id) ? "was" : "   ";
      const what = isOfSecrets ? "(secrets)" : `${message}${bringsSecrets ? " (with secrets)" : ""}`;
      return `${mark}  ${id}  ${formatTime(createdAt)}  ${commit.padEnd(8)}  ${what}`.trimEnd();
    })
    .join("\n");
}

/** The plan, as a person reads it before agreeing to it. */
export function describePlan({ from, to, since, obstacles }: RollbackPlan): string {
  const name = ({ id, commit, message }: Version) => [id, commit, message].filter(Boolean).join("  ");
  const lines = [`From  ${from ? name(from) : "nothing that is known"}`, `To    ${name(to)}`];
  if (since.length === 0) lines.push("No migration has come since. The database stays as it is.");
  else lines.push("Migrations that have come since, and that stay:");
  for (const { binding, name: file, effects } of since)
    lines.push(
      `  ${binding} ${file}: ${effects.map(({ what }) => what).join(", ") || "nothing that concerns the former code"}`,
    );
  if (obstacles.length === 0) lines.push("The former code can run with all of it.");
  else lines.push("What stands against it:", ...obstacles.map((line) => `  ${line}`));
  return lines.join("\n");
}

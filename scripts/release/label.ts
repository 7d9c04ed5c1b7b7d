import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Unstable_Config as Config } from "wrangler";
import { root } from "../lib/command.ts";

/** How a version of the Worker says what it is of: Cloudflare keeps a tag and a message with each. */
export interface Label {
  /** The short commit. */
  tag: string;
  message: string;
}

/** Characters that Cloudflare takes. */
const longestMessage = 100;

/** The number of the last migration that the code of a version knows, by binding, such as `{ DB: "0014" }`. */
export type LastMigrations = Readonly<Record<string, string>>;

interface Contents {
  /** Of the commit. */
  subject: string;
  last: LastMigrations;
  /** Whether secrets are uploaded with it: Cloudflare does not say so of a version that brings code too. */
  bringsSecrets?: boolean;
}

export function writeLabel(commit: string, { subject, last, bringsSecrets = false }: Contents): Label {
  const numbers = Object.entries(last).map(([binding, number]) => `${binding} ${number}`);
  const end = ` [${numbers.join(", ")}${bringsSecrets ? secretsMark : ""}]`;
  const room = longestMessage - end.length;
  const head = subject.length > room ? `${subject.slice(0, room - 1)}…` : subject;
  return { tag: commit, message: head + end };
}

const secretsMark = "; secrets";

/** What `writeLabel` wrote: the subject, cut to the room for it, and the rest; null for what something else has uploaded. */
export function parseLabel(message: string): Required<Contents> | null {
  const last = parseLastMigrations(message);
  if (last === null) return null;
  return {
    subject: message.slice(0, message.lastIndexOf(" [")),
    last,
    bringsSecrets: message.endsWith(`${secretsMark}]`),
  };
}

/** What `writeLabel` wrote of the migrations; null for a version that something else has uploaded. */
export function parseLastMigrations(message: string): LastMigrations | null {
  const list = / \[((?:\w+ \d{4}(?:, )?)+)(?:; secrets)?\]$/.exec(message)?.[1];
  return list ? Object.fromEntries(list.split(", ").map((entry) => entry.split(" ") as [string, string])) : null;
}

/** A migration of this folder. */
export interface Migration {
  binding: string;
  /** Such as `0014_search.sql`. */
  name: string;
}

/** The migrations of all databases in wrangler.toml, in the order in which they are applied. */
export function listMigrations({ d1_databases: databases }: Pick<Config, "d1_databases">): Migration[] {
  return databases.flatMap(({ binding = "DB", migrations_dir: folder = "migrations" }) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".sql"))
      .toSorted()
      .map((name) => ({ binding, name })),
  );
}

export function findLast(migrations: readonly Migration[]): LastMigrations {
  return Object.fromEntries(migrations.map(({ binding, name }) => [binding, name.slice(0, 4)]));
}

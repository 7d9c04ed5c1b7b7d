import type { Unstable_Config as Config } from "wrangler";
import { isUnderOtherLaw } from "./settle-region.ts";
import type { Existing, Needed, Region, Step } from "./types.ts";

/** Secrets that nobody gives us: they are drawn here. */
const drawnSecrets = ["AUTH_SECRET", "BACKUP_KEY"];

/** Everything that wrangler.toml names. */
export function listNeeded(config: Config): Needed {
  const { consumers = [], producers = [] } = config.queues;
  const queues = [
    ...producers.map(({ queue }) => queue),
    ...consumers.flatMap(({ queue, dead_letter_queue: dead }) => [queue, dead]),
  ];
  return {
    databases: config.d1_databases.map(({ binding = "DB", database_name: name = binding.toLowerCase() }) => ({
      binding,
      name,
    })),
    buckets: config.r2_buckets.flatMap(({ bucket_name: name }) => (typeof name === "string" ? [name] : [])),
    queues: [...new Set(queues.filter((queue) => queue !== undefined))],
  };
}

/** What is to be made: nothing that is there already, so that the same command can be run again. */
export function planSteps(
  needed: Needed,
  existing: Existing,
  { region, storedSecrets }: { region: Region; storedSecrets: readonly string[] },
): Step[] {
  const names = new Set(existing.databases.map(({ name }) => name));
  const buckets = new Set(existing.buckets.filter((each) => !isUnderOtherLaw(each, region)).map(({ name }) => name));
  return [
    ...needed.databases
      .filter(({ name }) => !names.has(name))
      .map(({ binding, name }): Step => ({ kind: "database", binding, name })),
    ...needed.buckets.filter((name) => !buckets.has(name)).map((name): Step => ({ kind: "bucket", name })),
    ...needed.queues.filter((name) => !existing.queues.includes(name)).map((name): Step => ({ kind: "queue", name })),
    ...drawnSecrets
      .filter((name) => !existing.secrets.includes(name) && !storedSecrets.includes(name))
      .map((name): Step => ({ kind: "secret", name })),
  ];
}

const words = { database: "D1 database", bucket: "R2 bucket", queue: "queue", secret: "secret" } as const;

export function describeStep({ kind, name }: Step): string {
  return `${words[kind]} ${name}`;
}

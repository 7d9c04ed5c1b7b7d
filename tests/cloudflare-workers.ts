/** Workers of the stand-in, as the API lists them: which are there, and what each is bound to. */
import type { Binding } from "../scripts/release/site-of-worker.ts";

/** By name: what the version that has the traffic is bound to. */
export type DeployedWorkers = Record<string, readonly Binding[]>;

const active = "11111111-0000-4000-8000-000000000000";

/** The result of a question about Workers; "missing" where there is no such Worker, undefined for any other question. */
export function findWorkers(workers: DeployedWorkers, path: string): object | "missing" | undefined {
  if (path === "/workers/scripts") return Object.keys(workers).map((id) => ({ id }));
  const [, name = "", what] =
    /^\/workers\/scripts\/([\w-]+)\/(settings|deployments|versions)(\/[\w-]+)?$/.exec(path) ?? [];
  if (what === undefined) return undefined;
  const bindings = workers[name];
  if (!bindings) return "missing";
  if (what === "settings") return { bindings };
  if (what === "versions") return { id: active, annotations: labelled, resources: { bindings } };
  const versions = [{ version_id: active, percentage: 100 }];
  return { deployments: [{ created_on: "2026-11-23T20:00:00Z", versions }] };
}

/** As `npm run deploy` of every site of this product labels it. */
const labelled = { "workers/message": "Careers page: new wording [DB 0067, SEARCH_DB 0004]" };

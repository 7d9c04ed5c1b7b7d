import { readDeployment } from "../release/command.ts";
import { exitWithError } from "./command.ts";

/** The site whose data a command works on: the embedded one in a folder, or the deployed one (`env` of wrangler.toml). */
export type Target = { kind: "local"; state: string } | { kind: "remote"; env: string | undefined };

/** The folder of `npm start`. */
export const usualState = ".wrangler/state";

interface TargetOptions {
  local?: boolean;
  remote?: boolean;
  env?: string | undefined;
  "persist-to"?: string | undefined;
}

/** The site that the options of `database` name. Ends the process where they contradict each other, or name an environment that is not there. */
export function readTarget({ local, remote, env, "persist-to": state }: TargetOptions): Target {
  if (local && remote) exitWithError("--local and --remote are two sites: take one of them.");
  if (env !== undefined && !remote) exitWithError(`--env ${env} is a deployed site: add --remote.`);
  if (!remote) return { kind: "local", state: state ?? usualState };
  if (state !== undefined)
    exitWithError("--persist-to is a database of this machine, and --remote is none: leave one out.");
  readDeployment(env);
  return { kind: "remote", env };
}

/** As sentences name it. */
export function describeTarget(target: Target): string {
  if (target.kind === "local") return "local database";
  return target.env === undefined ? "deployed database" : `database of ${target.env}`;
}

/** The options that name it, as they are typed: `--remote --env staging`; none for the database of `npm start`. */
export function listTargetOptions(target: Target): string[] {
  if (target.kind === "local") return target.state === usualState ? [] : ["--persist-to", target.state];
  return ["--remote", ...(target.env === undefined ? [] : ["--env", target.env])];
}

/** What makes its tables. */
export function nameMaker(target: Target): string {
  if (target.kind === "local") return target.state === ".wrangler/dev" ? "npm run dev" : "npm start";
  return `npm run deploy${target.env === undefined ? "" : ` -- --env ${target.env}`}`;
}

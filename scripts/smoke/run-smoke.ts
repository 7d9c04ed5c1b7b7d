import { setTimeout as sleep } from "node:timers/promises";
import { checks as all, versionCheck } from "./checks.ts";
import type { Check, Expected, Failure, Site } from "./types.ts";

interface SmokeOptions extends Expected {
  /** A deployment reaches all places within seconds: how often what fails is asked again, and after how many milliseconds. */
  tries?: number;
  wait?: number;
  /** A line for the person who runs it. */
  say?: (line: string) => void;
  checks?: readonly Check[];
}

/** Asks the site what it must answer. What fails is asked again, and the failures that stay are given back. */
export async function runSmoke(site: Site, options: SmokeOptions): Promise<Failure[]> {
  const { tries = 20, wait = 3000, say = () => {}, checks = all } = options;
  const isLocal = new URL(site.origin).hostname === "localhost";
  let left = checks;
  if (isLocal) {
    for (const { name, skipsLocal } of checks) if (skipsLocal) say(`  skipped ${name}: ${skipsLocal}`);
    left = checks.filter(({ skipsLocal }) => !skipsLocal);
  }
  for (let round = 1; ; round += 1) {
    const failures: Failure[] = [];
    const asked = left;
    for (const check of asked) {
      const { what, look = check.look } = await runCheck(check, site, options);
      if (what.length > 0) failures.push({ name: check.name, look, what });
      else {
        say(`  ok      ${check.name}`);
        left = left.filter((each) => each !== check);
      }
      // Nothing else is asked of a version that is not there yet.
      if (what.length > 0 && check === versionCheck) break;
    }
    if (failures.length === 0 || round >= tries) return failures;
    await sleep(wait);
  }
}

async function runCheck(
  check: Check,
  site: Site,
  expected: Expected,
): Promise<Omit<Failure, "name" | "look"> & { look?: string }> {
  try {
    return { what: await check.run(site, expected) };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error & { code?: string } };
    if (cause?.code !== "ENOTFOUND") return { what: [`Nothing could be asked: ${cause?.message ?? message}`] };
    const { hostname } = new URL(site.origin);
    const look = `DNS > Records of the domain, and Workers > Settings > Domains, at Cloudflare`;
    return { what: [`The name ${hostname} is not found: it has no DNS record, or this machine has no network.`], look };
  }
}

/** A paragraph for each failure: what, and where to look. */
export function describeFailures(failures: readonly Failure[]): string {
  return failures
    .map(({ name, look, what }) =>
      [`  failed  ${name}`, ...what.map((line) => `          ${line}`), `          Look: ${look}`].join("\n"),
    )
    .join("\n");
}

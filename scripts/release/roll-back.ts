import type { Cloudflare } from "../cloudflare/api.ts";
import { describeFailures, runSmoke } from "../smoke/run-smoke.ts";
import { listFailing } from "../smoke/checks/health.ts";
import type { Check, Site } from "../smoke/types.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { describePlan, describeVersions, planRollback, type RollbackFacts } from "./plan-rollback.ts";
import { purgeEdge } from "./purge.ts";
import { deployVersion, listDeployed, listVersions, nothingDeployed } from "./versions.ts";

export interface Rollback {
  account: Cloudflare;
  /** Name of the Worker. */
  worker: string;
  site: Site;
  migrations: RollbackFacts["migrations"];
  wanted?: string;
  isStaging: boolean;
  /** The environment of wrangler.toml. */
  env?: string | undefined;
  isDryRun: boolean;
  /** Go back although the former code may not run with what is there now. */
  anyway: boolean;
  /** True when the person agrees. */
  agree(question: string): Promise<boolean>;
  say(line: string): void;
  /** For tests. */
  pace?: { tries: number; wait: number };
  checks?: readonly Check[];
}

/**
 * Gives the traffic back to a former version: shows what there is and what it means, asks, deploys, empties the edge's
 * cache, and asks the site what it must answer.
 * @throws {Error} when it was not done, or when the site does not answer as it must
 */
export async function rollBack(options: Rollback): Promise<"done" | "planned" | "refused"> {
  const { account, worker, site, migrations, wanted, say, pace } = options;
  const deployed = await listDeployed(account, worker);
  if (deployed.length === 0) throw new Error(nothingDeployed);
  const versions = await listVersions(account, worker);
  say(describeVersions(versions, deployed));
  const plan = planRollback({ versions, deployed, migrations, ...(wanted !== undefined && { wanted }) });
  say(`\n${describePlan(plan)}\n`);
  if (options.isDryRun) return "planned";
  if (plan.obstacles.length > 0 && !options.anyway)
    throw new Error(
      "Nothing was done. Mending forward is safer: revert the commit and run npm run deploy. `--anyway` goes back all the same.",
    );
  if (!(await options.agree(`Give all traffic to ${plan.to.commit || plan.to.id}? (yes/no) `))) return "refused";
  const failedBefore = await listFailing(site);
  const message = `Rollback from ${plan.from?.commit || plan.from?.id || "an unknown version"}`;
  await deployVersion(account, worker, { id: plan.to.id, message, force: options.anyway }).catch((error: Error) => {
    throw new Error(
      [error.message, explainRefusal(error.message), "The site answers as before."].filter(Boolean).join("\n"),
    );
  });
  say(`All traffic goes to ${plan.to.id}.`);
  if (plan.to.last !== null) {
    await purgeEdge(site, { versionId: plan.to.id, env: options.env, ...pace });
    say("The edge's cache is empty.");
  }
  const failures = await runSmoke(site, {
    version: plan.to.commit || null,
    isStaging: options.isStaging,
    failedBefore,
    say,
    ...pace,
    ...(options.checks && { checks: options.checks }),
  });
  if (failures.length > 0) throw new Error(`${describeFailures(failures)}\nThe version is deployed, and fails.`);
  return "done";
}

import { rmSync } from "node:fs";
import { chromium } from "playwright";
import { browserFlags, findBrowser } from "../lib/browser.ts";
import { audit } from "../commands/development.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { claimTask } from "../lib/claim-task.ts";
import { exitWithError } from "../lib/command.ts";
import { startCompressingProxy } from "../lib/compressing-proxy.ts";
import { measureInteractions } from "../lib/interactions.ts";
import { measureSecondPage } from "../lib/second-page.ts";
import { categories, auditPage, type PageAudit } from "../lib/lighthouse.ts";
import { buildSite, ensureDevVars, prepareDatabase } from "../lib/local-site.ts";
import { findFreePort } from "../lib/ports.ts";
import { serveSite } from "../lib/serve-site.ts";
import { measureTyping } from "../lib/typing.ts";

/**
 * npm run audit                    Lighthouse on one page of each template, the middle of three runs
 * npm run audit -- /gcc /platforms the same for these pages
 * RUNS=5 npm run audit             the middle of five
 *
 * Without pages it also measures how soon menus, carousels and filters answer, how soon a second page shows, and how
 * long a key takes in the article editor.
 *
 * Measures as a phone on a slow network, with the production build behind a compressing proxy. Fails when a page misses a
 * target. Its figures depend on the machine, so it is not a part of `npm test`.
 */
const pages = readCommandLine(audit).operands;
if (pages.some((path) => !path.startsWith("/")))
  exitWithError(`A page is named by its path, such as /gcc. \`${audit.run} -- --help\` tells more.`);
const templates =
  "/ /cloud-engineering /healthcare /leadership /privacy-policy /careers /contact /insights " +
  "/insights/leaving-a-data-centre /careers/cloud-engineer";
const isWhole = pages.length === 0;
if (isWhole) pages.push(...templates.split(" "));
const runs = Number(process.env.RUNS ?? 3);
const build = "build/audit";
const state = ".wrangler/audit";

await claimTask("audit");
ensureDevVars();
await buildSite(build);
const [port, behind, debuggingPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
const origin = `http://localhost:${port}`;
rmSync(state, { recursive: true, force: true });
await prepareDatabase(state, build);
await serveSite({ build, port: behind, state, origin, logs: "hide" });
await startCompressingProxy(port, { hostname: "localhost", port: behind });
const { BROWSER_PATH: executablePath = "", ...libraries } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  args: [...browserFlags, `--remote-debugging-port=${debuggingPort}`],
  env: { ...process.env, ...libraries } as Record<string, string>,
});

const table: Record<string, Record<string, string | number>> = {};
const misses: string[] = [];
for (const page of pages) {
  // The first visit of a page warms the Worker, as an edge that has it cached would be.
  await (await fetch(origin + page)).text();
  const audit = await auditPage(origin + page, { debuggingPort, runs });
  table[page] = toRow(audit);
  misses.push(...listMisses(audit).map((miss) => `${page}: ${miss}`));
  console.log(`Looked at ${page}: performance ${audit.scores.performance}`);
}
// Only shown: what they are depends on the machine.
const clicks = isWhole && {
  ...(await measureInteractions(browser, { origin, runs })),
  ...(await measureSecondPage(browser, { origin, runs })),
};
const typing = isWhole && (await measureTyping(browser, origin));
await browser.close();

console.table(table);
if (clicks) {
  console.log("Milliseconds from a click or key to the next paint, four times slowed down, and to the second page:");
  console.table(clicks);
}
if (typing) {
  console.log("Milliseconds that a key takes on the page of an article:");
  console.table(typing);
}
for (const miss of misses) console.error(miss);
console.log(misses.length === 0 ? "Every target is met." : `${misses.length} targets are missed.`);
process.exit(misses.length === 0 ? 0 : 1);

function toRow({ scores, fcp, lcp, tbt, cls, speedIndex, bytes, machine }: PageAudit): Record<string, string | number> {
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
  return {
    ...scores,
    FCP: seconds(fcp),
    LCP: seconds(lcp),
    TBT: `${Math.round(tbt)} ms`,
    CLS: Number(cls.toFixed(4)),
    "Speed Index": seconds(speedIndex),
    KB: Math.round(bytes / 1024),
    machine: Math.round(machine),
  };
}

/** Performance of 98 or more, 100 in everything else, and nothing that moves. */
function listMisses({ scores, cls, failing }: PageAudit): string[] {
  const low = categories.filter((name) => scores[name] < (name === "performance" ? 98 : 100));
  const reasons = failing.filter((reason) => low.some((name) => reason.startsWith(`${name}: `)));
  return [
    ...low.map((name) => `${name} ${scores[name]}`),
    ...reasons,
    ...(cls > 0 ? [`layout shift of ${cls.toFixed(4)}`] : []),
  ];
}

import { claimTask } from "../lib/claim-task.ts";
import { buildSite } from "../lib/local-site.ts";

await claimTask("build");
await buildSite("build/site");
console.log("Built into build/site/.");

import { buildSite } from "../lib/local-site.ts";

await buildSite();
console.log("Built into build/.");

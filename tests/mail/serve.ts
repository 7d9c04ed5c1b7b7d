/** Serves a bundled Worker with an empty outbox until its input ends: the process that trusts the certificate of the tests. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readD1Migrations } from "@cloudflare/vitest-plugin";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";

const root = join(import.meta.dirname, "../..");
const [bundle = ""] = process.argv.slice(2);
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    compatibilityDate: "2026-09-15",
    compatibilityFlags: ["nodejs_compat"],
    d1Databases: ["DB"],
    bindings: { SITE_ORIGIN: "https://www.example.com" },
    modules: [{ type: "ESModule", path: "worker.js", contents: readFileSync(bundle, "utf8") }],
  }),
);
const url = await miniflare.ready;
const database = await miniflare.getD1Database("DB");
// What makes the outbox as it is; all other tables would take seconds.
const ofOutbox = /^CREATE TABLE outbox /m;
const migrations = await readD1Migrations(join(root, "migrations"));
const queries = migrations.flatMap((migration) => migration.queries).filter((query) => ofOutbox.test(query));
await database.batch(queries.map((query) => database.prepare(query)));
console.log(url.href);
process.stdin.on("end", () => void miniflare.dispose()).resume();

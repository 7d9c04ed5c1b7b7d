/** Deployments: environments, the labels of versions and the names of previews, what migrations do, and the guards of the smoke test. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Unstable_Config as Config } from "wrangler";
import { expect, test } from "vitest";
import { readConfig } from "../scripts/lib/wrangler-config.ts";
import { keepSecret, nameUploadedFile, noteUploaded, readStoredSecrets } from "../scripts/provision/stored-secrets.ts";
import { deleteVariable, writeDatabaseId, writeVariable } from "../scripts/provision/write-config.ts";
import { readMigrations, describeRollback } from "../scripts/release/command.ts";
import { findLast, listMigrations, parseLabel, parseLastMigrations, writeLabel } from "../scripts/release/label.ts";
import { nameAlias } from "../scripts/release/preview-alias.ts";
import { readEffects } from "../scripts/release/read-effects.ts";
import { chooseEnd, drawNext, forgetFormer } from "../scripts/release/rotate-secret.ts";
import { guardChecks } from "../scripts/smoke/checks/guards.ts";

const root = join(import.meta.dirname, "..");
const site = readConfig(join(root, "wrangler.toml"));
const staging = readConfig(join(root, "wrangler.toml"), "staging");

/** Variables that one deployment may have alone: what is not set is off. */
const ofOneAlone =
  /^(SITE_STAGE|AUTH_SECRET_PREVIOUS_UNTIL|HSTS_PRELOAD|TURNSTILE_SITE_KEY|DOCUMENT_SCAN_URL|OIDC_\w+|VISIT\w+)$/;

test("staging has every binding, variable and limit of the site, with data of its own", () => {
  const shapes = (config: Config) => ({
    databases: config.d1_databases.map(({ binding, migrations_dir: folder }) => [binding, folder]),
    buckets: config.r2_buckets.map(({ binding }) => binding),
    producers: config.queues.producers?.map(({ binding }) => binding),
    consumers: config.queues.consumers?.map(({ queue, dead_letter_queue: dead, ...rest }) => [
      queue.replace("-staging", ""),
      dead?.replace("-staging", ""),
      rest,
    ]),
    limits: config.ratelimits.map(({ name, simple }) => [name, simple]),
    mail: config.send_email.map(({ name }) => name),
    variables: Object.keys(config.vars).filter((name) => !ofOneAlone.test(name)),
    rest: [config.secrets, config.triggers, config.version_metadata, config.cache, config.observability],
    others: [config.kv_namespaces, config.services, config.vectorize, config.ai, config.images, config.durable_objects],
  });
  expect(shapes(staging)).toEqual(shapes(site));
  const names = (config: Config) => [
    config.name,
    config.vars["SITE_ORIGIN"],
    ...config.d1_databases.flatMap(({ database_id: id, database_name: name }) => [id, name]),
    ...config.r2_buckets.map(({ bucket_name: name }) => name),
    ...(config.queues.producers ?? []).map(({ queue }) => queue),
    ...config.ratelimits.map(({ namespace_id: id }) => id),
  ];
  const own = new Set(names(site));
  expect(names(staging).filter((name) => own.has(name))).toEqual([]);
  expect([site.vars["SITE_STAGE"], staging.vars["SITE_STAGE"]]).toEqual([undefined, "staging"]);
});

test("a version says its commit and its migrations, within what Cloudflare takes", () => {
  const last = findLast(listMigrations(site));
  expect(last["DB"]).toMatch(/^\d{4}$/);
  const { tag, message } = writeLabel("1a2b3c4d", { subject: "x".repeat(300), last });
  expect([tag, message.length <= 100, parseLastMigrations(message)]).toEqual(["1a2b3c4d", true, last]);
  expect(writeLabel("a", { subject: "Fix [DB 1]", last: { DB: "0003" } }).message).toBe("Fix [DB 1] [DB 0003]");
  const long = writeLabel("1a2b3c4d", { subject: "x".repeat(300), last, bringsSecrets: true }).message;
  expect([long.length, parseLabel(long)]).toEqual([100, { subject: expect.any(String), last, bringsSecrets: true }]);
  expect(parseLabel("Fix [DB 1] [DB 0003]")).toEqual({
    subject: "Fix [DB 1]",
    last: { DB: "0003" },
    bringsSecrets: false,
  });
  for (const other of ["", "Uploaded by hand", "[DB 3]", "x [DB 0003] y"])
    expect(parseLastMigrations(other)).toBe(null);
  const numbers = listMigrations(site).map(({ binding, name }) => `${binding} ${name.slice(0, 4)}`);
  expect(numbers.length).toBe(new Set(numbers).size);
});

test("a branch has a host name of its own, which is one", () => {
  const worker = staging.name ?? "";
  const branches = [
    "main",
    "feature/menus",
    "feature-menus",
    "Fix_UP",
    "123-go",
    "a".repeat(90),
    `${"a".repeat(90)}b`,
    "ü-menü",
  ];
  const aliases = branches.map((branch) => nameAlias(branch, worker));
  expect([aliases[0], new Set(aliases).size]).toEqual(["main", branches.length]);
  for (const alias of aliases) {
    expect(alias).toMatch(/^[a-z]([a-z0-9-]*[a-z0-9])?$/);
    expect(`${alias}-${worker}`.length).toBeLessThanOrEqual(63);
  }
  expect(() => nameAlias("---", worker)).toThrow("No host name");
});

test("what a migration does to the code before it is read from its statements", () => {
  const kinds = (sql: string) => readEffects(sql).map(({ kind, what }) => `${kind}: ${what}`);
  expect(
    kinds("-- DROP TABLE a\nCREATE TABLE b (x TEXT);\nALTER TABLE a ADD COLUMN y TEXT;\nCREATE INDEX i ON a (y);"),
  ).toEqual(["adds: adds the table b", "adds: adds a.y", "adds: adds the index i"]);
  expect(kinds("ALTER TABLE a DROP COLUMN y; ALTER TABLE a RENAME COLUMN x TO z; DROP TABLE IF EXISTS c;")).toEqual([
    "removes: drops a.y",
    "removes: renames a.x",
    "removes: drops the table c",
  ]);
  expect(kinds("CREATE TABLE n (x); INSERT INTO n SELECT x FROM a; DROP TABLE a; ALTER TABLE n RENAME TO a;")).toEqual([
    "adds: adds the table n",
    "fills: changes rows of n",
    "changes: makes the table a anew",
  ]);
  expect(kinds("CREATE UNIQUE INDEX u ON a (x); UPDATE a SET x = 1; VACUUM;")).toEqual([
    "changes: allows some rows of a once only",
    "fills: changes rows of a",
    "changes: does something that is not known here: VACUUM",
  ]);
  const unknown = readMigrations(site).flatMap(({ name, sql }) =>
    readEffects(sql).flatMap(({ what }) => (what.includes("not known") ? `${name}: ${what}` : [])),
  );
  expect(unknown).toEqual([]);
});

test("the smoke test refuses a demo account, an open mailbox, a certificate that ends and a host without redirect", async () => {
  const run = async (
    name: string,
    answer: (path: string) => number,
    daysLeft = 30,
    location = "https://www.acme.co/",
  ) => {
    const check = guardChecks.find((each) => each.name === name)!;
    const headers = new Headers({ Location: location });
    return check.run(
      {
        origin: "https://www.acme.co",
        ask: (path) => Promise.resolve({ status: answer(path), headers, body: "" }),
        readCertificate: () => Promise.resolve({ validUntil: Date.now() + daysLeft * 86_400_000 + 1000 }),
      },
      { version: null, isStaging: false, failedBefore: [] },
    );
  };
  const demo = "no accounts of the demo";
  expect(await run(demo, (path) => (path === "/mailbox" ? 404 : 401))).toEqual([]);
  expect(await run(demo, () => 200)).toEqual([
    expect.stringContaining("super@demo.example"),
    expect.stringContaining("/mailbox"),
  ]);
  const tls = "host and certificate";
  expect(await run(tls, () => 308)).toEqual([]);
  expect(await run(tls, () => 308, 2)).toEqual(["The certificate ends in 2 days."]);
  expect(await run(tls, () => 200)).toEqual([expect.stringContaining("http:// answers 200")]);
  expect(await run(tls, () => 301, 30, "https://elsewhere.example/")).toHaveLength(1);
});

test("replacing AUTH_SECRET keeps the present one as the former, for sixty days, and ending it leaves no trace", () => {
  const present = "p".repeat(48);
  const begun = drawNext(`AUTH_SECRET="${present}"\nOTHER="x"\n`, present);
  const { AUTH_SECRET: next = "", ...rest } = parseEnv(begun);
  expect([next.length >= 48, next === present, rest]).toEqual([
    true,
    false,
    { OTHER: "x", AUTH_SECRET_PREVIOUS: present },
  ]);
  expect(parseEnv(drawNext("", present))["AUTH_SECRET"]).not.toBe(next);
  expect(parseEnv(forgetFormer(begun))).toEqual({ AUTH_SECRET: next, OTHER: "x" });
  expect(chooseEnd(Date.UTC(2026, 10, 23, 12))).toBe("2027-01-22");
  const toml = '[vars]\nA = "a"\n\n[env.staging.vars]\nA = "b"\n';
  for (const env of [undefined, "staging"]) {
    const inEnv = env ? { env } : {};
    const written = writeVariable(toml, { name: "UNTIL", value: "2027-01-22", ...inEnv });
    expect(written).toContain(env ? 'A = "b"\nUNTIL' : 'A = "a"\nUNTIL');
    expect(deleteVariable(written, { name: "UNTIL", ...inEnv })).toBe(toml);
  }
});

test("secrets are uploaded once: afterwards no deployment brings them back, and none is lost", () => {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  const file = join(folder, "production.env");
  const read = () => [readStoredSecrets(file), readStoredSecrets(nameUploadedFile(file))];
  noteUploaded(file);
  expect(read()).toEqual([{}, {}]);
  keepSecret(file, "AUTH_SECRET");
  const [first = {}] = read();
  noteUploaded(file);
  expect(read()).toEqual([{}, first]);
  keepSecret(file, "OTHER_KEY");
  const [second = {}] = read();
  noteUploaded(file);
  expect(read()).toEqual([{}, { ...first, ...second }]);
  // Somebody has added one by hand, and the line does not end.
  writeFileSync(file, "SMTP_PASSWORD=abc");
  keepSecret(file, "AUTH_SECRET");
  const [third = {}] = read();
  expect(third).toMatchObject({ SMTP_PASSWORD: "abc" });
  noteUploaded(file);
  expect(read()).toEqual([{}, { ...second, ...third }]);
  expect(statSync(nameUploadedFile(file)).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true });
});

test("a failed deployment that brought secrets leads to the plan, not to the rollback itself", () => {
  const back = { env: "staging", previous: "2b6e9a10" };
  const command = `npm run rollback -- --to 2b6e9a10 --env staging`;
  expect(describeRollback({ ...back, broughtSecrets: false })).toBe(`To take this deployment back: ${command}`);
  const warned = describeRollback({ ...back, broughtSecrets: true });
  expect([warned.includes("everybody is signed out"), warned.endsWith(`${command} --dry-run`)]).toEqual([true, true]);
});

test("wrangler.toml is edited where an environment has its own entries", () => {
  const toml =
    '[vars]\nSITE_ORIGIN = "a"\n\n[[d1_databases]]\nbinding = "DB"\n\n[env.staging.vars]\n\n[[env.staging.d1_databases]]\nbinding = "DB"\n';
  const written = writeDatabaseId(toml, { binding: "DB", id: "x", env: "staging" });
  expect(written).toBe(toml.replace(/("DB")\n$/, '$1\ndatabase_id = "x"\n'));
  expect(writeVariable(toml, { name: "SITE_ORIGIN", value: "b", env: "staging" })).toContain(
    '[env.staging.vars]\nSITE_ORIGIN = "b"',
  );
  expect(() => writeDatabaseId(toml, { binding: "OTHER", id: "x" })).toThrow("no database OTHER");
});

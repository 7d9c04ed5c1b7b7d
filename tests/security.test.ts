/** The page of security says what the software declares, and names tests that are there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { columns } from "../worker/db/tables.ts";
import { subjects } from "../worker/subjects.ts";
import { listSecretNames, noSecrets, secrets } from "../scripts/security/secrets.ts";
import { fillPage, writeParts } from "../scripts/security/write-page.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const page = read("docs/security.md");

test("docs/security.md is up to date; `npm run security` writes its tables", () => {
  expect(page).toBe(fillPage(page, writeParts(subjects)));
  expect(() => fillPage("", writeParts(subjects))).toThrow("no marks of tables");
});

test("every table of the database is on the page, and every secret of the Worker with how it is replaced", () => {
  expect(Object.keys(columns).filter((table) => !page.includes(`\`${table}\``))).toEqual([]);
  const environment = read("worker/env.d.ts");
  // A new secret belongs into scripts/security/secrets.ts; a name that only looks like one, into the list beside it.
  expect(listSecretNames(environment).toSorted()).toEqual(Object.keys(secrets).toSorted());
  expect(noSecrets.filter((name) => !environment.includes(name))).toEqual([]);
  expect(Object.keys(secrets).filter((name) => !page.includes(`| \`${name}\``))).toEqual([]);
});

test("the launch check knows every secret that must not stand in wrangler.toml", () => {
  const known = read("scripts/launch/checks/configuration.ts");
  expect(Object.keys(secrets).filter((name) => !known.includes(`"${name}"`))).toEqual([]);
});

test("each threat names what shows that it is stopped", () => {
  const [, threats = ""] = /## Threats\n([^]*?)\n## /.exec(page) ?? [];
  const rows = threats.split("\n").filter((line) => line.startsWith("| ") && !/^\| (Who +\||-)/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  const named = rows.map((row) => [...row.matchAll(/`(tests\/[^`]+)`/g)].map(([, path = ""]) => path));
  expect(named.filter((paths) => paths.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listPlaceholders, listReminders, readConfig } from "../scripts/lib/placeholders.ts";

const root = join(import.meta.dirname, "..");
const config = readFileSync(join(root, "wrangler.toml"), "utf8");

/** wrangler.toml as an owner has filled it in. */
const ready = `name = "acme"
workers_dev = false

[vars]
SITE_ORIGIN = "https://www.acme.co"
MAIL_FROM = "site@acme.co"
MAIL_TEST_TO = ""

[[d1_databases]]
binding = "DB"
database_id = "5f0c2a1e-1111-2222-3333-444455556666"
`;
const brand = { name: "Acme", salesEmail: "sales@acme.co", social: [] };

function list(text: string, addresses: Record<string, unknown> = brand): string[] {
  return listPlaceholders(read(text), addresses);
}

function read(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "deploy-"));
  try {
    const file = join(folder, "wrangler.toml");
    writeFileSync(file, text);
    return readConfig(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `ready` with one variable more. */
const withVariable = (line: string) => ready.replace("[vars]", `[vars]\n${line}`);

test("a configuration that the owner has filled in is deployed, however it is written", () => {
  expect(list(ready)).toEqual([]);
  expect(list(ready.replaceAll('"', "'").replaceAll(/^(?=[A-Z])/gm, "  "))).toEqual([]);
});

test.each([
  ["SITE_ORIGIN", ready.replace("https://www.acme.co", "http://localhost:8787"), brand],
  ["SITE_ORIGIN", ready.replace("https://www.acme.co", "https://www.acme.co/"), brand],
  ["SITE_ORIGIN", ready.replace("https://www.acme.co", "https://www.example.com"), brand],
  ["SITE_ORIGIN", ready.replace("https://www.acme.co", "https://acme.example"), brand],
  ["SITE_ORIGIN", ready.replace(/SITE_ORIGIN.*/, ""), brand],
  ["workers_dev", ready.replace("www.acme.co", "site.acme.workers.dev"), brand],
  ["database_id", ready.replace(/5f0c.*"/, '00000000-0000-0000-0000-000000000000"'), brand],
  ["MAIL_FROM", ready.replace("site@acme.co", "website@acme.example"), brand],
  ["MAIL_FROM", ready.replace('"site@acme.co"', "'website@acme.example'"), brand],
  ["MAIL_FROM", ready.replace(/MAIL_FROM.*/, '  MAIL_FROM = "website@acme.example"'), brand],
  ["MAIL_FROM is missing", ready.replace(/MAIL_FROM.*/, ""), brand],
  ["MAIL_TEST_TO", ready.replace('TO = ""', 'TO = "me@example.com"'), brand],
  ["MAIL_TEST_TO is missing", ready.replace(/MAIL_TEST_TO.*/, ""), brand],
  ["OIDC_CLIENT_ID", withVariable('OIDC_ISSUER = "https://id.acme.co"'), brand],
  ["OIDC_ONLY", withVariable('OIDC_ONLY = "on"'), brand],
  [`REQUIRE_SECOND_FACTOR names "super-admin"`, withVariable('REQUIRE_SECOND_FACTOR = "HR, super-admin"'), brand],
  ["AUTH_SECRET_PREVIOUS is a secret", withVariable('AUTH_SECRET_PREVIOUS = "x"'), brand],
  ["AUTH_SECRET_PREVIOUS_UNTIL", withVariable('AUTH_SECRET_PREVIOUS_UNTIL = "31.1.2027"'), brand],
  ["salesEmail", ready, { ...brand, salesEmail: "sales@acme.example" }],
  ["privacyEmail", ready, { ...brand, privacyEmail: "privacy@mail.acme.test" }],
])("a placeholder or a mistake in %s is refused", (name, filledIn, addresses) => {
  const mistakes = list(filledIn, addresses);
  expect(mistakes).toHaveLength(1);
  expect(mistakes[0]).toContain(name);
});

test("a former secret that is over is deployed with a word about it, one that is accepted without", () => {
  const over = withVariable('AUTH_SECRET_PREVIOUS_UNTIL = "2020-01-01"');
  expect([list(over), listReminders(read(over))]).toEqual([[], [expect.stringContaining("is over")]]);
  const accepted = withVariable('AUTH_SECRET_PREVIOUS_UNTIL = "2999-01-01"');
  expect([list(accepted), listReminders(read(accepted))]).toEqual([[], []]);
});

test("the Worker has one public host: neither workers.dev nor preview addresses", () => {
  for (const name of ["workers_dev", "preview_urls"]) expect(config).toMatch(new RegExp(`^${name} = false$`, "m"));
});

/** The pages for operators: what they tell to type exists, and where they lead is there. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { brand } from "../app/content/brand.ts";
import { commands } from "../scripts/commands/table.ts";
import { checkLaunch, countFaults, describeFaults, divideFaults } from "../scripts/launch/check-launch.ts";
import { readFacts } from "../scripts/launch/read-facts.ts";
import { readConfig, readHost } from "../scripts/lib/wrangler-config.ts";
import { tellNext } from "../scripts/provision/provision.ts";
import { hints, jurisdictions } from "../scripts/provision/types.ts";
import { checks } from "../scripts/smoke/checks.ts";
import { openStandIn } from "./cloudflare-stand-in.ts";
import { readFreshConfig } from "./fresh-config.ts";
import { accountId, provisionAcme, readToml } from "./provision-acme.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages = [
  "docs/going-live.md",
  "docs/configuration.md",
  "docs/rotation.md",
  "docs/upgrading.md",
  "docs/backup.md",
  "docs/mail.md",
  "docs/runbook.md",
  "docs/visit-archive.md",
];
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** What is typed, in blocks and between words. */
const listCode = (text: string) => [
  ...Array.from(text.matchAll(/```sh\n([^]*?)```/g), ([, block = ""]) => block),
  ...Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = ""]) => code),
];

/** Options that a script takes. */
function listOptions(script: string): string[] {
  const task = /run\.mjs ([\w-]+)/.exec(scripts[script] ?? "")?.[1] ?? "";
  return [...Object.keys(commands[task]?.options ?? {}), "help"];
}

test.each(pages)("each command of %s exists, with its options", (page) => {
  const code = listCode(read(page));
  expect(code.length).toBeGreaterThan(5);
  for (const text of code) {
    for (const [, script = "", rest = ""] of text.matchAll(/\bnpm (?:run )?([\w:-]+)([^\n&`#]*)/g)) {
      if (["install", "npm"].includes(script)) continue;
      expect(scripts, `${page}: ${text}`).toHaveProperty([script]);
      for (const [, option = ""] of rest.matchAll(/ --([a-z][\w-]*)/g))
        expect(listOptions(script), `${page}: npm run ${script} --${option}`).toContain(option);
    }
  }
});

test.each(pages)("each file and each link of %s exists", (page) => {
  const text = read(page);
  const named = listCode(text).filter((code) =>
    /^(app|docs|migrations|scripts|tests|worker|\.github)\/[\w./-]*$/.test(code),
  );
  const linked = Array.from(text.matchAll(/\]\((?!https:)([^)#]+)(#[^)]*)?\)/g), ([, to = ""]) =>
    join(dirname(page), to),
  );
  for (const path of [...named, ...linked]) expect(existsSync(join(root, path)), path).toBe(true);
  for (const [, anchor = ""] of text.matchAll(/\]\(#([^)]+)\)/g))
    expect(text.toLowerCase(), anchor).toMatch(new RegExp(`^#+ ${anchor.replaceAll("-", "[ -]")}$`, "m"));
});

test("what going-live.md shows of the smoke test is what it says, and README.md leads there", () => {
  const page = read("docs/going-live.md");
  expect(Array.from(page.matchAll(/^ {2}ok {6}(.+)$/gm), ([, name]) => name)).toEqual(checks.map(({ name }) => name));
  const readme = read("README.md");
  for (const path of pages) expect(readme).toContain(`](${path})`);
  const reference = read("docs/configuration.md");
  for (const script of ["deploy", "preview", "smoke", "purge", "rollback", "secrets:rotate"])
    expect(reference).toContain(`\`npm run ${script}`);
});

test("what going-live.md shows of the regions and of provisioning is what there is", () => {
  const page = read("docs/going-live.md");
  const [, regions = ""] = /\*\*The region is for good\*\*([^]*?)\. The same command/.exec(page) ?? [];
  const named = Array.from(regions.matchAll(/`([a-z]+)`/g), ([, name]) => name);
  expect(named).toEqual([...Object.keys(jurisdictions), ...Object.keys(hints)]);
  const [byContract = ""] = regions.split("guaranteed by contract");
  for (const name of Object.keys(jurisdictions)) expect(byContract).toContain(`\`${name}\``);
  const end = tellNext({ drawn: ["AUTH_SECRET"], file: ".secrets/production.env" });
  expect(page).toContain(`\n\n${end}\n\`\`\`\n`);
});

/** Words that an owner has written, and a configuration that is filled in, leave fewer faults than the page shows. */
const site = readConfig(join(root, "wrangler.toml"));
const staging = readConfig(join(root, "wrangler.toml"), "staging");
const company: string = brand.name;
const isAsItCame = company === "Fivewright" && [site, staging].every((config) => readHost(config) === undefined);

test.runIf(isAsItCame)("what going-live.md shows of the launch check is what it says after step 3", async () => {
  const folder = mkdtempSync(join(tmpdir(), "after-step-3-"));
  const standIn = await openStandIn(accountId);
  const texts: Record<string, string> = {
    "wrangler.toml": readFreshConfig(),
    "app/content/legal.ts": read("app/content/legal.ts"),
  };
  try {
    await provisionAcme({ standIn, folder, texts });
    const configText = (texts["wrangler.toml"] ?? "").replaceAll(/^(MAIL_(?:FROM|TEST_TO)) = .*/gm, '$1 = "a@acme.co"');
    const ofOwner = (text: string) => text.replaceAll("@fivewright.example", "@acme.co");
    texts["app/content/brand.ts"] = ofOwner(read("app/content/brand.ts"));
    const facts = readFacts({
      hasDomain: true,
      secrets: ["AUTH_SECRET", "BACKUP_KEY"],
      pendingMigrations: {},
      demoAccounts: [],
      superAdmins: 1,
      mail: { recipients: [], domains: ["acme.co"] },
    });
    const { faults, notes } = divideFaults(
      checkLaunch({
        ...facts,
        config: readToml(folder, configText),
        configText,
        brand: JSON.parse(ofOwner(JSON.stringify(brand))) as typeof facts.brand,
        copy: facts.copy.map(({ path, text }) => ({ path, text: texts[path] ?? text })),
        commit: { id: "a".repeat(40), isDirty: true },
        tested: null,
      }),
    );
    expect(notes).toEqual([]);
    const said = `${describeFaults(faults)}\n\n${countFaults(faults)} between this folder and its launch.\n`;
    const [, shown = ""] = /Right after step 3 that is:\n\n```\n([^]*?)```/.exec(read("docs/going-live.md")) ?? [];
    // Where lines are left out it shows so.
    const parts = shown.split("…\n");
    expect(parts.length).toBeGreaterThan(2);
    expect(said.startsWith(parts[0] ?? ""), said.slice(0, 500)).toBe(true);
    expect(said.endsWith(parts.at(-1) ?? ""), said.slice(-500)).toBe(true);
    let rest = said;
    for (const part of parts) {
      expect(rest).toContain(part);
      rest = rest.slice(rest.indexOf(part) + part.length);
    }
  } finally {
    rmSync(folder, { recursive: true });
    await standIn.close();
  }
});

test("docs/rotation.md says of every secret how it is replaced, and the drill and the launch check know the same", () => {
  const declared = Array.from(read("worker/env.d.ts").matchAll(/^ {4}(\w+)\??: string;/gm), ([, name = ""]) => name);
  const secrets = declared.filter((name) => /(SECRET|PASSWORD|TOKEN)(_PREVIOUS)?$/.test(name));
  expect(secrets.length).toBeGreaterThanOrEqual(6);
  const places: readonly (readonly [string, (name: string) => RegExp])[] = [
    ["docs/rotation.md", (name) => new RegExp(`^\\|.*\`${name}\`.*\\|.*\\|.*\\|$`, "m")],
    ["tests/worker/operations/rotation.test.ts", (name) => new RegExp(`^ {2}(async )?${name}[:(]`, "m")],
    ["scripts/launch/checks/configuration.ts", (name) => new RegExp(`"${name}",`)],
  ];
  for (const [file, form] of places)
    expect(
      secrets.filter((name) => !form(name).test(read(file))),
      file,
    ).toEqual([]);
});

test("the steps after a leak of AUTH_SECRET, typed as they stand, show each secret before its only copy goes", () => {
  const folder = mkdtempSync(join(tmpdir(), "leak-"));
  const type = (name: string, script: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  mkdirSync(join(folder, ".secrets"));
  writeFileSync(join(folder, ".secrets/production.uploaded.env"), 'BACKUP_KEY="the-only-copy"\n');
  writeFileSync(join(folder, ".secrets/staging.env"), 'BACKUP_KEY="of-staging"\n');
  // Stand in for what asks Cloudflare: each says what it was given, and that the files are still there.
  type("npx", 'if [ "$3" = put ]; then echo "uploads $(cat)"; else echo "$3 $4"; fi');
  type("npm", 'echo "signs in with $AUTH_SECRET, $(ls .secrets | wc -l) files"');
  try {
    const [, block = ""] = /somebody else has the secret[^]*?```sh\n([^]*?)```/.exec(read("docs/rotation.md")) ?? [];
    const env = { PATH: `${folder}:${process.env["PATH"]}` };
    const said = execFileSync("sh", ["-e", "-c", block], { cwd: folder, env, encoding: "utf8" }).trim().split("\n");
    const [given, drawn = "", ...rest] = said;
    expect([given, drawn.length]).toEqual(['BACKUP_KEY="the-only-copy"', 64]);
    expect(rest).toEqual([`uploads ${drawn}`, "delete AUTH_SECRET_PREVIOUS", `signs in with ${drawn}, 2 files`]);
    expect(readdirSync(join(folder, ".secrets"))).toEqual(["staging.env"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

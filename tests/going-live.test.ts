/** The pages for operators: what they tell to type exists, and where they lead is there. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../scripts/commands/table.ts";
import { checks } from "../scripts/smoke/checks.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages = [
  "docs/going-live.md",
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
  for (const script of ["deploy", "preview", "smoke", "purge", "rollback", "secrets:rotate"])
    expect(readme).toContain(`\`npm run ${script}`);
});

test("docs/rotation.md says of every secret how it is replaced, and the drill and the launch check know the same", () => {
  const declared = Array.from(read("worker/env.d.ts").matchAll(/^ {4}(\w+)\??: string;/gm), ([, name = ""]) => name);
  const secrets = declared.filter((name) => /(SECRET|PASSWORD|TOKEN)(_PREVIOUS)?$/.test(name));
  expect(secrets.length).toBeGreaterThanOrEqual(6);
  const places: readonly (readonly [string, (name: string) => RegExp])[] = [
    ["docs/rotation.md", (name) => new RegExp(`^\\|.*\`${name}\`.*\\|.*\\|.*\\|$`, "m")],
    ["tests/worker/rotation.test.ts", (name) => new RegExp(`^ {2}(async )?${name}[:(]`, "m")],
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
    const [kept, drawn = "", ...rest] = said;
    expect([kept, drawn.length]).toEqual(['BACKUP_KEY="the-only-copy"', 64]);
    expect(rest).toEqual([`uploads ${drawn}`, "delete AUTH_SECRET_PREVIOUS", `signs in with ${drawn}, 2 files`]);
    expect(readdirSync(join(folder, ".secrets"))).toEqual(["staging.env"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

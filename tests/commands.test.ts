/** What every npm script, and every command of the laboratory, answers to who misreads things: help, misspelled options, surplus words, and what npm takes for itself. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { labCommands } from "../lab/commands.ts";
import { commands } from "../scripts/commands/table.ts";
import type { Command } from "../scripts/commands/types.ts";
import { findNearest } from "../scripts/lib/find-nearest.ts";
import { parseCommandLine } from "../scripts/lib/read-command-line.ts";
import { listTargetOptions, readTarget } from "../scripts/lib/target.ts";

const root = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
const { lab, ...others } = scripts;
const ofScripts = Object.entries(others).map(([script, line]) => ({
  typed: ["start", "test"].includes(script) ? `npm ${script}` : `npm run ${script}`,
  line,
  task: line.split(" ").at(-1) ?? "",
}));
const ofLab = Object.keys(labCommands).map((task) => ({ typed: `npm run lab -- ${task}`, line: null, task }));
const rows = [...ofScripts, ...ofLab];

/** A command, and the words that it cannot do without. */
function find(task: string): { command: Command; needed: string[] } {
  const command = commands[task] ?? labCommands[task];
  if (!command) throw new Error(`Neither scripts/commands nor lab/commands.ts has ${task}.`);
  const options = Object.entries(command.options ?? {}).filter(([, { isNeeded }]) => isNeeded);
  const words = (command.operands ?? []).filter(({ isNeeded }) => isNeeded);
  return {
    command,
    needed: [
      ...words.flatMap(({ choices = ["word"] }) => choices[0] ?? ""),
      ...options.flatMap(([name]) => [`--${name}`, "x"]),
    ],
  };
}

function tellMistake(task: string, args: string[], env: Record<string, string> = {}): string {
  const outcome = parseCommandLine(find(task).command, args, env);
  return "mistake" in outcome ? outcome.mistake : `no mistake: ${JSON.stringify(outcome)}`;
}

test.each(rows)(
  "$typed is described: --help names each option, whatever else stands there",
  ({ typed, line, task }) => {
    expect(line ?? lab).toBe(`node scripts/run.mjs ${line === null ? "lab" : task}`);
    const { command } = find(task);
    expect(command.run).toBe(typed);
    const outcome = parseCommandLine(command, ["--bogus", "--help"]);
    const help = "help" in outcome ? outcome.help : "";
    expect(help).toContain(`Usage: ${command.run} [${line === null ? "" : "-- "}`);
    expect(help).toContain(command.about);
    for (const name of ["help", ...Object.keys(command.options ?? {})])
      expect(help).toMatch(new RegExp(`^  --${name}\\b.* {3}\\S`, "m"));
  },
);

test.each([
  ["scripts/tasks", ofScripts, commands],
  ["lab/tasks", ofLab, labCommands],
])("each file of %s is a command, and the other way round", (folder, described, table) => {
  const tasks = readdirSync(join(root, folder)).map((file) => file.replace(/\.ts$/, ""));
  expect(tasks.toSorted()).toEqual(described.map(({ task }) => task).toSorted());
  expect(Object.keys(table).toSorted()).toEqual(tasks.toSorted());
});

test("lab/README.md has a row for each command of the laboratory, and README.md has none", () => {
  const [page = "", readme = ""] = ["lab/README.md", "README.md"].map((path) => readFileSync(join(root, path), "utf8"));
  const named = Array.from(page.matchAll(/^\| `npm run lab -- ([\w-]+)/gm), ([, task]) => task);
  expect(named).toEqual(Object.keys(labCommands));
  expect(readme).not.toContain("npm run lab");
});

test.each(rows)("$typed refuses an unknown option, and names the one that was meant", ({ task }) => {
  const { command, needed } = find(task);
  expect(parseCommandLine(command, needed)).toHaveProperty("values");
  expect(tellMistake(task, ["--zzzzzzzz"])).toMatch(
    /^There is no option --zzzzzzzz\. It takes (none but --help|--[a-z].*)\.\n`.* -- (?:[\w-]+ )?--help` tells what it takes\.$/,
  );
  for (const name of Object.keys(command.options ?? {})) {
    // A letter too many.
    const wrong = `${name.slice(0, 1)}x${name.slice(1)}`;
    expect(tellMistake(task, [`--${wrong}`])).toContain(`There is no option --${wrong}. Did you mean --${name}?`);
  }
});

test.each(rows)(
  "$typed refuses a word too many, an option twice, one without its value, and one that npm took",
  ({ task }) => {
    const { command, needed } = find(task);
    const { operands = [], options = {} } = command;
    const [first] = operands.at(-1)?.isList ? [] : [operands.map(({ choices }) => choices?.find(isOurs) ?? "word")];
    function isOurs(word: string) {
      return !command.passesOn?.includes(word);
    }
    // Of test:deep every part takes more words.
    if (first && !(command.passesOn && first.includes("word")))
      expect(tellMistake(task, [...needed.filter((word) => !first.includes(word)), ...first, "surplus"])).toMatch(
        /^"surplus" is one word too many: it takes/,
      );
    for (const [name, { type, choices, range, default: usual = "x" }] of Object.entries(options)) {
      const value = choices?.[0] ?? (range ? String(range[0]) : usual);
      const given = type === "boolean" ? [`--${name}`] : [`--${name}`, value];
      const others = needed.filter((word, at) => word !== `--${name}` && needed[at - 1] !== `--${name}`);
      expect(parseCommandLine(command, [...others, ...given])).toHaveProperty("values");
      expect(tellMistake(task, [...given, ...given])).toContain(`--${name} is there twice.`);
      if (type === "boolean") expect(tellMistake(task, [`--${name}=yes`])).toContain(`--${name} takes no value.`);
      else
        for (const without of [[`--${name}`], [`--${name}=`], [`--${name}`, "--help-me"]])
          expect(tellMistake(task, without)).toContain(`--${name} needs a value: --${name} `);
      if (["yes", "offline"].includes(name)) continue;
      const taken = {
        [name === "to" ? "npm_config_token_description" : `npm_config_${name.replaceAll("-", "_")}`]: "true",
      };
      const before = command.run.includes(" -- ") ? command.run : `${command.run} --`;
      expect(tellMistake(task, others, taken)).toContain(`put -- before it, as in \`${before} --${name}`);
    }
  },
);

test("words that look like options, single dashes, numbers and parts are told apart", () => {
  expect(tellMistake("backup", ["remote"])).toContain("Did you mean --remote?");
  expect(tellMistake("keys-rotate", ["-remote"])).toContain("There is no option -remote. Did you mean --remote?");
  expect(tellMistake("traffic", ["--days", "soon"])).toContain('--days is a number from 1 to 700, not "soon".');
  expect(tellMistake("test", ["uint"])).toContain('There is no PART "uint". Did you mean unit?');
  expect(tellMistake("test", ["check", "--bail"])).toContain("There is no option --bail.");
  expect(tellMistake("secrets-rotate", [])).toContain("SECRET is missing");
  expect(tellMistake("admin-create", [])).toContain("--email is missing");
  const unit = parseCommandLine(find("test").command, ["unit", "tests/x.test.ts", "--bail", "1", "-t", "a name"]);
  expect(unit).toMatchObject({ operands: ["unit"], rest: ["tests/x.test.ts", "--bail", "1", "-t", "a name"] });
  expect(findNearest("", ["to"])).toBeUndefined();
  expect(findNearest("remtoe", ["to", "remote", "retire"])).toBe("remote");
});

test("which site it is has to be plain, and an environment has to be there", () => {
  const say = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`ended with ${code}`);
  });
  const refuse = (values: Parameters<typeof readTarget>[0]) => {
    expect(() => readTarget(values)).toThrow("ended with 1");
    return String(say.mock.lastCall?.[0]);
  };
  expect(refuse({ local: true, remote: true })).toContain("--local and --remote are two sites");
  expect(refuse({ env: "staging" })).toBe("--env staging is a deployed site: add --remote.");
  expect(refuse({ remote: true, "persist-to": "x" })).toContain("--persist-to is a database of this machine");
  expect(refuse({ remote: true, env: "stagign" })).toBe(
    'wrangler.toml has no environment "stagign": did you mean staging?',
  );
  vi.stubEnv("CLOUDFLARE_ENV", "staging");
  expect(refuse({ remote: true })).toContain('CLOUDFLARE_ENV is "staging" here');
  expect(readTarget({ remote: true, env: "staging" })).toEqual({ kind: "remote", env: "staging" });
  vi.unstubAllEnvs();
  expect(readTarget({ remote: true })).toEqual({ kind: "remote", env: undefined });
  expect(listTargetOptions(readTarget({ remote: true, env: "staging" }))).toEqual(["--remote", "--env", "staging"]);
  expect(listTargetOptions(readTarget({ "persist-to": "other" }))).toEqual(["--persist-to", "other"]);
  expect(listTargetOptions(readTarget({}))).toEqual([]);
  expect(readTarget({})).toEqual({ kind: "local", state: ".wrangler/state" });
});

/** Claims are sockets in the folder for temporary files: no other run disturbs these. */
const TMPDIR = mkdtempSync(join(tmpdir(), "commands-test-"));
afterAll(() => rmSync(TMPDIR, { recursive: true, force: true }));

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/run.mjs", ...words], {
    cwd: root,
    encoding: "utf8",
    env: {
      ...process.env,
      TMPDIR,
      CLOUDFLARE_API_TOKEN: "",
      npm_config_dry_run: words.includes("deploy") ? "true" : "",
    },
  });
  return { status, stdout, stderr };
}

test("through npm's door: help goes out with code 0, a mistake is one sentence with code 1, and nothing is begun @ci", () => {
  const help = run("backup", "--help");
  expect([help.status, help.stderr]).toEqual([0, ""]);
  expect(help.stdout).toContain("Usage: npm run backup");
  const list = run("lab");
  expect([list.status, list.stderr]).toEqual([0, ""]);
  for (const { run: typed } of Object.values(labCommands)) expect(list.stdout).toContain(`${typed}\n`);
  const cases: readonly (readonly [words: string[], says: string])[] = [
    [["lab", "bnech"], "The laboratory has no bnech. Did you mean bench?"],
    [["lab", "bench", "--lnog"], "There is no option --lnog. Did you mean --long?"],
    [["restore", "--verfiy"], "There is no option --verfiy. Did you mean --verify?"],
    [["deploy"], "npm took --dry-run for itself: put -- before it, as in `npm run deploy -- --dry-run`."],
    [["launch-check", "--env", "nope"], 'wrangler.toml has no environment "nope": did you mean staging?'],
    [["backup", "--persist-to", ".wrangler/none"], "There is no database in .wrangler/none: `npm start` makes one."],
  ];
  for (const [words, says] of cases) {
    const { status, stdout, stderr } = run(...words);
    expect([status, stdout], words.join(" ")).toEqual([1, ""]);
    expect(stderr).toContain(says);
    expect(stderr.trim().split("\n").length, stderr).toBeLessThanOrEqual(2);
  }
  expect(existsSync(join(root, ".wrangler/none"))).toBe(false);
}, 120_000);

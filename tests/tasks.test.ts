import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runTask } from "./run-task.ts";

const root = join(import.meta.dirname, "..");
/** Claims are sockets in the folder for temporary files: with one of its own, a site that runs here does not disturb. */
const TMPDIR = mkdtempSync(join(tmpdir(), "tasks-test-"));

let other: Server;
let taken: string;

beforeAll(async () => {
  other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  taken = String((other.address() as { port: number }).port);
});

afterAll(() => {
  other.close();
  rmSync(TMPDIR, { recursive: true, force: true });
});

function run(script: string, options: { args?: string[]; PORT?: string; input?: string } = {}) {
  const { args = [], PORT = "", input = "" } = options;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/run-task.ts", script, ...args], {
    cwd: root,
    encoding: "utf8",
    input,
    env: { ...process.env, TMPDIR, PORT },
    timeout: 50_000,
  });
  return { status, stdout, stderr };
}

test.each([
  ["start", "npm start"],
  ["dev", "npm run dev"],
])(
  "%s tells of a taken port before it does anything, and of the way out",
  (task, command) => {
    const { status, stdout, stderr } = run(task, { PORT: taken });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`Port ${taken} is taken by another program. Use another: \`PORT=9000 ${command}\`.`);
  },
  60_000,
);

test.each(["abc", "0", "70000", "80 80"])("a port named %j is refused in one sentence", async (PORT) => {
  expect(await runTask("scripts/tasks/start.ts", { env: { PORT } })).toEqual({
    status: 1,
    said: `PORT is "${PORT}", which is not a port. Give a number from 1 to 65535: \`PORT=9000 npm start\`.\n`,
  });
});

test("a second start in a folder is refused with the address of the first; a killed one does not block it", async () => {
  const claim = `import { claimTask } from "./scripts/lib/claim-task.ts";
    await claimTask("start", "http://localhost:8787");
    console.log("held");
    setInterval(() => {}, 1000);`;
  const hold = async () => {
    const holder = spawn(process.execPath, ["--input-type=module-typescript", "-e", claim], {
      cwd: root,
      env: { ...process.env, TMPDIR },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(holder.stdout, "data");
    return holder;
  };
  const first = await hold();
  const second = run("start", { PORT: "65000" });
  expect([second.status, second.stdout]).toEqual([1, ""]);
  expect(second.stderr).toContain("`npm start` already runs in this folder at http://localhost:8787.");
  expect(first.exitCode).toBeNull();

  first.kill("SIGKILL");
  await once(first, "exit");
  const third = await hold();
  third.kill("SIGKILL");
}, 60_000);

test("tasks that run at the same time have their own folders for builds and data", () => {
  const files = ["scripts/tasks", "lab/tasks"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((file) => ({ file, path: join(root, folder, file) })),
  );
  files.push({ file: "test-parts.ts", path: join(root, "scripts/lib/test-parts.ts") });
  // `npm test` and `npm run test:deep` are one claim, and have what they build and keep from one file.
  const uses = files.flatMap(({ file, path }) => {
    const names = readFileSync(path, "utf8").match(/"(build|\.wrangler)\/[a-z0-9/-]+"/g) ?? [];
    return [...new Set(names)].map((name) => ({ name, file }));
  });
  for (const task of ["start.ts", "test-parts.ts"])
    expect(uses.filter(({ file }) => file === task).map(({ name }) => name.split("/")[0])).toEqual(
      expect.arrayContaining(['"build', '".wrangler']),
    );
  // These are one claim: they never run beside each other.
  const shared = new Set(["build.ts", "deploy.ts", "preview.ts", "search-rebuild.ts"]);
  const clashes = uses.filter(({ name, file }) =>
    uses.some((one) => one.name === name && one.file !== file && !(shared.has(file) && shared.has(one.file))),
  );
  expect(clashes).toEqual([]);
});

test("admin:create explains its use, and makes no database", () => {
  const help = run("admin-create", { args: ["--help"] });
  expect([help.status, help.stderr]).toEqual([0, ""]);
  for (const word of ["--email", "--local", "--remote", "--persist-to", "ADMIN_PASSWORD", "AUTH_SECRET"])
    expect(help.stdout).toContain(word);

  const state = mkdtempSync(join(TMPDIR, "state-"));
  const without = run("admin-create", { args: ["--email", "you@example.com", "--persist-to", state], input: "one\n" });
  expect([without.status, without.stdout]).toEqual([1, ""]);
  expect(without.stderr).toBe(`There is no database in ${state}: \`npm start\` makes one.\n`);
}, 60_000);

test("a command that cannot do its work says why in a sentence, and none shows where in its code", async () => {
  const state = mkdtempSync(join(TMPDIR, "state-"));
  // Loads the subjects, which a build makes ready for workerd, in plain Node.
  const { status, stdout, stderr } = run("restore", { args: ["--persist-to", state, "--list"] });
  expect([status, stderr], stdout).toEqual([0, ""]);
  expect(stdout).toContain("There is no whole backup in the bucket BACKUPS.");
  const cases: readonly (readonly [task: string, args: string[], says: string])[] = [
    ["lab/tasks/eval-documents.ts", [], "Name a file or a folder of PDFs."],
    ["lab/tasks/eval-search.ts", ["--docs", "x"], "--queries and --qrels belong together, and --docs needs both."],
    ["lab/tasks/eval-sources.ts", [], "Name a file: --referrers, --agents or both."],
    ["scripts/tasks/audit.ts", ["gcc"], "A page is named by its path, such as /gcc."],
  ];
  for (const [task, args, says] of cases) {
    const ended = await runTask(task, { args });
    expect([task, ended.status]).toEqual([task, 1]);
    expect(ended.said).toContain(says);
    expect(ended.said).not.toMatch(/^ {4}at /m);
  }
}, 120_000);

/** What the lock file lets in: exact versions with their hashes, no program that runs at install unnoticed, known licences. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..");

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = <Shape>(name: string) => JSON.parse(readFileSync(join(root, name), "utf8")) as Shape;
const manifest = read<{
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}>("package.json");
const packages = Object.entries(read<{ packages: Record<string, LockedPackage> }>("package-lock.json").packages).filter(
  ([path]) => path !== "",
);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

test("every package is named with one version and locked with its hash, and comes from the registry that is configured", () => {
  const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(ranges).toEqual([]);
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
  expect(packages.filter(([, { resolved, link }]) => resolved !== undefined || link).map(([path]) => path)).toEqual([]);
});

test("the lock file has the binaries of every platform, so that `npm install` changes it on none", () => {
  const locked = new Set(packages.map(([path]) => path));
  /** Whether Node finds `name` from the package at `path`: in its own folder, or in one of those around it. */
  const isLocked = (path: string, name: string): boolean =>
    locked.has(`${path}${path && "/"}node_modules/${name}`) ||
    (path !== "" && isLocked(path.slice(0, Math.max(0, path.lastIndexOf("node_modules/") - 1)), name));
  const missing = packages.flatMap(([path, one]) =>
    Object.keys({ ...one.dependencies, ...one.optionalDependencies })
      .filter((name) => !isLocked(path, name))
      .map((name) => `${name}, of ${path}`),
  );
  expect(missing).toEqual([]);
});

test("no package runs a program when it is installed but the named ones", () => {
  const running = new Set(
    packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path)),
  );
  expect([...running].toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted());
});

/** Licences that ask for no more than their own text beside what is shipped. */
const permissive =
  /^(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|OFL-1\.1|Python-2\.0|PSF-2\.0|Zlib)$/;
/** Of tools that are used and not shipped. */
const ofTools = /^(MPL-2\.0|CC-BY-4\.0|LGPL-3\.0-or-later)$/;
/** Packages whose licence stands in a file of theirs and not in their description. */
const readByHand: Record<string, string> = { "@react-aria/optimize-locales-plugin": "Apache-2.0" };

const words = (licence: string) => licence.replaceAll(/[()]/g, "").split(/ (?:AND|OR) /);
const licenceOf = (path: string, { license }: LockedPackage) => license ?? readByHand[nameOf(path)] ?? "unknown";

test("what is shipped has a permissive licence, and a tool one that is known", () => {
  const strange = packages.filter(
    ([path, locked]) =>
      !words(licenceOf(path, locked)).every(
        (licence) => permissive.test(licence) || (locked.dev === true && ofTools.test(licence)),
      ),
  );
  expect(strange.map(([path, locked]) => `${path}: ${licenceOf(path, locked)}`)).toEqual([]);
});

interface Job {
  if?: string;
  needs?: string[];
  environment?: string;
  "timeout-minutes"?: number;
  permissions?: unknown;
  env?: Record<string, string>;
  strategy?: { matrix: { part: string[] } };
  steps: { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> }[];
}

const workflow = parse(readFileSync(join(root, ".github/workflows/test.yml"), "utf8")) as {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
};
const jobs = Object.entries(workflow.jobs);

test("the workflow may read the repository and nothing else, and runs only what package.json has", () => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(Object.keys(workflow.on).toSorted()).toEqual(["pull_request", "push", "schedule", "workflow_dispatch"]);
  const { scripts } = read<{ scripts: Record<string, string> }>("package.json");
  for (const [name, job] of jobs) {
    expect([name, job.permissions, (job["timeout-minutes"] ?? 999) <= 180]).toEqual([name, undefined, true]);
    for (const { uses, run, with: given } of job.steps) {
      // A tag can be moved to other code; Renovate brings new versions with their hashes.
      if (uses) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
      if (uses?.startsWith("actions/checkout@")) expect(given).toMatchObject({ "persist-credentials": false });
      for (const [, script = ""] of (run ?? "").matchAll(/npm (?:run )?([\w:-]+)/g))
        expect(scripts).toHaveProperty([script]);
      // What somebody else has written is never part of a command.
      expect(run ?? "").not.toContain("${{");
    }
  }
});

test("the site is deployed by hand alone, staging from main, and both only what has passed, with the rights of their environment", () => {
  const named = (part: string) => jobs.filter(([, { steps }]) => steps.some(({ run }) => run?.startsWith(part)));
  expect(named("npm run deploy").map(([name]) => name)).toEqual(["staging", "production"]);
  const { staging, production, preview } = workflow.jobs;
  expect([staging?.environment, production?.environment, preview?.environment]).toEqual([
    "staging",
    "production",
    "preview",
  ]);
  expect(staging?.if).toContain("github.event_name == 'push' && github.ref == 'refs/heads/main'");
  expect(production?.if).toContain("github.event_name == 'workflow_dispatch' && github.ref == 'refs/heads/main'");
  expect(preview?.if).toContain("head.repo.full_name == github.repository");
  for (const job of [staging, production]) expect(job?.needs).toEqual(["test", "start"]);
  expect(production?.steps.at(-1)?.run).toBe("npm run deploy");
  expect(staging?.steps.at(-1)?.run).toBe("npm run deploy -- --env staging");
  // No job without an environment sees a secret.
  for (const [name, job] of jobs) if (!job.environment) expect(JSON.stringify(job), name).not.toContain("secrets.");
  // Of the others the step that deploys alone.
  for (const [name, { steps, env }] of jobs)
    expect(JSON.stringify([env, steps.slice(0, -1)]), name).not.toContain("secrets.");
  const nightly = jobs.filter(([, job]) => job.if === "github.event_name == 'schedule'");
  const commands = nightly.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []));
  expect(commands.filter((run) => run.startsWith("npm"))).toEqual([
    'npm run test:deep -- "$PART"',
    "npm run test:load -- --no-figures",
    "npm run test:faults",
  ]);
  const { deep } = workflow.jobs;
  expect(deep?.steps.find(({ run }) => run?.includes("$PART"))?.env).toEqual({ PART: "${{ matrix.part }}" });
  // Every part that there is, and every file of tests/deep by one of the commands.
  const [parts, faults] = ["test-deep", "test-faults"].map((task) =>
    readFileSync(join(root, `scripts/tasks/${task}.ts`), "utf8"),
  );
  expect(deep?.strategy?.matrix.part).toEqual(
    Array.from(
      (/const parts = \{([^]*?)\n\};/.exec(parts ?? "")?.[1] ?? "").matchAll(/^  (\w+):/gm),
      ([, name]) => name,
    ),
  );
  for (const file of readdirSync(join(root, "tests/deep")).filter((name) => name.endsWith(".test.ts")))
    expect(parts + (faults ?? ""), file).toContain(`"${file.replace(".test.ts", "")}"`);
});

/** The workflow: what it runs, with which rights, and what Renovate may bring into it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

interface Job {
  if?: string;
  needs?: string[];
  environment?: string;
  "timeout-minutes"?: number;
  permissions?: unknown;
  env?: Record<string, string>;
  strategy?: { matrix: { part: string[] } };
  steps: { if?: string; uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> }[];
}

const workflow = parse(read(".github/workflows/test.yml")) as {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
};
const jobs = Object.entries(workflow.jobs);

test("the workflow may read the repository and nothing else, and runs only what package.json has", () => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(Object.keys(workflow.on).toSorted()).toEqual(["pull_request", "push", "schedule", "workflow_dispatch"]);
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
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
  // Neither a fork nor a new version of a package runs beside the token.
  expect(preview?.if).toContain("github.event.pull_request.head.repo.full_name == github.repository");
  expect(preview?.if).toContain("!startsWith(github.head_ref, 'renovate/')");
  for (const job of [staging, production]) expect(job?.needs).toEqual(["test", "start"]);
  expect(production?.steps.at(-1)?.run).toBe("npm run deploy");
  expect(staging?.steps.at(-1)?.run).toBe("npm run deploy -- --env staging");
  // No job without an environment sees a secret.
  for (const [name, job] of jobs) if (!job.environment) expect(JSON.stringify(job), name).not.toContain("secrets.");
  // Of the others the step that deploys alone.
  for (const [name, { steps, env }] of jobs)
    expect(JSON.stringify([env, steps.slice(0, -1)]), name).not.toContain("secrets.");
});

test("every change runs the two commands of README.md, and each night every deep part runs", () => {
  const { test: tests, start } = workflow.jobs;
  for (const job of [tests, start]) expect(job?.if).toBe("github.event_name != 'schedule'");
  expect(tests?.steps.map(({ run }) => run)).toContain("npm test -- all");
  expect(start?.steps.some(({ run }) => run?.startsWith("npm start "))).toBe(true);
  expect(read("README.md")).toMatch(/## Two commands[^]*\nnpm start [^]*\nnpm test [^]*## Deploy/);
  const nightly = jobs.filter(([, job]) => job.if === "github.event_name == 'schedule'");
  const commands = nightly.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []));
  expect(commands.filter((run) => run.startsWith("npm"))).toEqual([
    'npm run test:deep -- "$PART"',
    "npm run lab -- load --no-figures",
    "npm run test:faults",
  ]);
  const { deep } = workflow.jobs;
  expect(deep?.steps.find(({ run }) => run?.includes("$PART"))?.env).toEqual({ PART: "${{ matrix.part }}" });
  // Every part that there is, and every file of tests/deep by one of the commands.
  const [parts, faults] = ["test-deep", "test-faults"].map((task) => read(`scripts/tasks/${task}.ts`));
  expect(deep?.strategy?.matrix.part).toEqual(
    Array.from(
      (/const parts = \{([^]*?)\n\};/.exec(parts ?? "")?.[1] ?? "").matchAll(/^  (\w+):/gm),
      ([, name]) => name,
    ),
  );
  for (const file of readdirSync(join(root, "tests/deep")).filter((name) => name.endsWith(".test.ts")))
    expect(parts + (faults ?? ""), file).toContain(`"${file.replace(".test.ts", "")}"`);
});

test("what a failed or cancelled run has found is kept", () => {
  // npm start and what deploys write no results of tests.
  const testing = jobs.filter(([, { steps }]) =>
    steps.some(({ run }) => run?.startsWith("npm") && run.includes("test")),
  );
  expect(testing.map(([name]) => name)).toEqual(["test", "deep", "strain"]);
  const names = testing.map(([name, { steps }]) => {
    const lastStep = steps.at(-1);
    expect([name, lastStep?.if, lastStep?.uses?.split("@")[0], lastStep?.with?.path]).toEqual([
      name,
      "failure() || cancelled()",
      "actions/upload-artifact",
      "test-results",
    ]);
    return lastStep?.with?.name;
  });
  expect(new Set(names).size).toBe(names.length);
});

test("Renovate lets a version ripen for a week, a fix of a vulnerability not at all", () => {
  const config = JSON.parse(read("renovate.json")) as Record<string, unknown>;
  expect(config).toMatchObject({
    minimumReleaseAge: "7 days",
    // Digests of actions have no date: with dates demanded, none would ever be proposed.
    minimumReleaseAgeBehaviour: "timestamp-optional",
    osvVulnerabilityAlerts: true,
    vulnerabilityAlerts: { enabled: true, minimumReleaseAge: null, schedule: ["at any time"] },
  });
  expect(config.extends).toContain("helpers:pinGitHubActionDigests");
  // Its branches begin with "renovate/", which the workflow knows them by.
  expect(config).not.toHaveProperty("branchPrefix");
  expect(JSON.stringify(config)).not.toMatch(/automerge/i);
});

import { appendFileSync, cpSync, rmSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import type { CountFigures, Figures } from "../bench/figures.ts";
import type { GrowthFigures } from "../bench/measure-growth.ts";
import { benchSubjects } from "../bench/subjects.ts";
import type { BenchSubject } from "../bench/subject.ts";
import { timeWork } from "../bench/work-times.ts";
import { bench } from "../commands.ts";
import { readCommandLine } from "../../scripts/lib/read-command-line.ts";
import { claimTask } from "../../scripts/lib/claim-task.ts";
import { runOrExit, exitWithError, root } from "../../scripts/lib/command.ts";
import { buildSite, ensureDevVars, prepareDatabase } from "../../scripts/lib/local-site.ts";
import { runStep } from "../../scripts/lib/steps.ts";

const { values, operands: positionals } = readCommandLine(bench);
const isWhole = positionals.length === 0;
const rounds = values.long ? 31 : 9;
const build = "build/bench";
const bareBuild = "build/bench-bare";
const state = ".wrangler/bench";
const grown = ".wrangler/bench-grown";
const subjects = isWhole ? benchSubjects : benchSubjects.map(pickRoutes).filter(({ routes }) => routes.length > 0);
const isTakingVisits = isWhole || positionals.includes("analytics") || positionals.includes("ingest");
const isSearching = isWhole || positionals.includes("search");
if (subjects.length === 0 && !isTakingVisits && !isSearching) {
  const routes = benchSubjects.flatMap(({ name, routes }) => [name, ...routes.map((route) => route.name)]);
  const names = [...new Set([...routes, "ingest", "search"])];
  exitWithError(`There is no part of the bench by that name. These are:\n  ${names.join("\n  ")}`);
}

await claimTask("lab -- bench");
ensureDevVars();
const times: Record<string, number> = {};
if (!values["no-build"]) {
  times["build"] = await runStep("Build the site", () => timeWork(() => buildSite(build)));
  const env = { NODE_ENV: "production" };
  if (subjects.length > 0)
    await runStep("Build the bare page", () =>
      runOrExit("react-router", ["build", "lab/bench/bare"], { quiet: true, env }),
    );
}
rmSync(state, { recursive: true, force: true });
if (subjects.length > 0) await runStep("Prepare the database", () => prepareDatabase(state));
const { readLocalSecret } = await import("../../scripts/lib/local-site.ts");
const { bootConsumingSite, bootSite } = await import("../bench/workerd.ts");
const { measureRoutes, Visitor } = await import("../bench/measure-routes.ts");
const { openSides } = await import("../bench/sides.ts");
const { measureGrowth } = await import("../bench/measure-growth.ts");
const sizes = await import("../bench/sizes.ts");
const secret = readLocalSecret();

const figures: Figures = {
  at: new Date().toISOString().slice(0, 16).replace("T", " "),
  machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}`,
  command: `npm run lab -- ${["bench", ...process.argv.slice(2)].join(" ")}`,
  rounds,
  ...(subjects.length > 0 ? await runStep("Count and measure routes", measureAll) : { routes: [], counts: [] }),
  growth: await runStep("Let tables grow", measureAllGrowth),
  ...(subjects.some(({ name, growth }) => name === "hiring" && growth) && {
    hiring: await runStep("Paint a board, send files", measureHiringAlone),
  }),
  ...(subjects.some(({ name, routes }) => name === "analytics" && routes.length > 0) && {
    visitors: await runStep("Count visitors", measureVisitorsAlone),
  }),
  ...(isTakingVisits && { ingest: await runStep("Take visits", measureIngestAlone) }),
  ...(isSearching && { search: await runStep("Search 20,000 passages", measureSearchAlone) }),
  ...(isWhole && (await measureRest())),
};
const text = (await import("../bench/write-figures.ts")).writeFigures(figures);
console.log(`\n${text}`);
if (isWhole) await keepFigures();
process.exit(0);

/** `subject` with the routes that were asked for, by its name or by theirs. */
function pickRoutes(subject: BenchSubject): BenchSubject {
  if (positionals.includes(subject.name)) return subject;
  return { name: subject.name, routes: subject.routes.filter(({ name }) => positionals.includes(name)) };
}

async function measureAll() {
  const site = await bootSite(build, state);
  const fixedState = ".wrangler/bench-fixed";
  rmSync(fixedState, { recursive: true, force: true });
  cpSync(state, fixedState, { recursive: true });
  const sides = await openSides(site, subjects, { build, bareBuild, fixedState, secret });
  const visitor = sides.visitors.get(site) ?? new Visitor(site, secret);
  const counts: CountFigures[] = [];
  for (const route of subjects.flatMap((subject) => subject.routes)) {
    const { counts: asked, answer } = await visitor.count(route);
    counts.push({ name: route.name, ...asked, answer: sizes.measureBytes(answer.body) });
  }
  const routes = await measureRoutes(sides.measured, { ...sides, rounds });
  await sides.stop();
  await site.stop();
  return { routes, counts };
}

/** Each subject grows in a database of its own. */
async function measureAllGrowth(): Promise<GrowthFigures[]> {
  const all: GrowthFigures[] = [];
  for (const { growth } of subjects) {
    if (!growth) continue;
    rmSync(grown, { recursive: true, force: true });
    cpSync(state, grown, { recursive: true });
    const site = await bootSite(build, grown);
    all.push(...(await measureGrowth(new Visitor(site, secret), growth, values.long ? 40 : 8)));
    await site.stop();
  }
  rmSync(grown, { recursive: true, force: true });
  return all;
}

/** In a database of its own. */
async function measureHiringAlone() {
  const { measureBoard, measureUploads, uploadHeap } = await import("../bench/hiring.ts");
  rmSync(grown, { recursive: true, force: true });
  cpSync(state, grown, { recursive: true });
  const limited = await bootSite(build, grown, { heap: uploadHeap });
  const uploads = await measureUploads(limited, secret);
  await limited.stop();
  const site = await bootSite(build, grown);
  const board = await measureBoard(site, rounds);
  await site.stop();
  rmSync(grown, { recursive: true, force: true });
  return { ...board, uploads };
}

/** A database for each: 100,000 and a million views in 30 days; with --long ten million in a year, and in 30 days. */
async function measureVisitorsAlone() {
  const { measureVisitorFigures } = await import("../bench/visitor-figures.ts");
  const month = [100_000, 1_000_000, ...(values.long ? [10_000_000] : [])].map((views) => ({ views, days: 30 }));
  const sizes = values.long ? [...month, { views: 10_000_000, days: 365 }] : month;
  const state = ({ views, days }: (typeof sizes)[number]) => `.wrangler/bench-visits-${views}-${days}`;
  const clear = () => sizes.forEach((size) => rmSync(state(size), { recursive: true, force: true }));
  clear();
  const tell = (line: string) => console.log(`\n    ${line}`);
  const figures = await measureVisitorFigures(state, sizes, { requests: rounds, tell });
  clear();
  return figures;
}

/** In a database without any rows, with the consumers of the queues. */
async function measureIngestAlone() {
  const [{ measureIngest }, { withLocalScope }, { applyMigrations }] = await Promise.all([
    import("../bench/ingest.ts"),
    import("../../scripts/seed/scope.ts"),
    import("../../scripts/lib/migrate.ts"),
  ]);
  rmSync(grown, { recursive: true, force: true });
  await withLocalScope(grown, async ({ env }) => void (await applyMigrations(env.DB)));
  const site = await bootConsumingSite(build, grown);
  const ingest = await measureIngest(site, values.long ? 60 : 10);
  await site.stop();
  rmSync(grown, { recursive: true, force: true });
  return ingest;
}

/** In databases without any other rows. */
async function measureSearchAlone() {
  const { measureSearch } = await import("../bench/search.ts");
  rmSync(grown, { recursive: true, force: true });
  const search = await measureSearch(grown, build, { passages: 20_000, searches: values.long ? 400 : 100 });
  rmSync(grown, { recursive: true, force: true });
  return search;
}

async function measureRest() {
  const { measureColdStarts } = await import("../bench/cold-start.ts");
  const { profileBoot } = await import("../bench/boot-by-module.ts");
  const { measureMemory } = await import("../bench/memory.ts");
  const { measureWork } = await import("../bench/work-times.ts");
  const cold = await runStep("Start cold", () =>
    measureColdStarts(
      [
        { name: "bare React Router", build: bareBuild },
        { name: "home, rendered by the build", build },
        { name: "contact, rendered now", build, path: "/contact" },
      ],
      rounds,
    ),
  );
  const boot = await runStep("Profile a start", () => profileBoot(build));
  const memory = await runStep("Measure memory", async () => {
    const site = await bootSite(build, state);
    const visitor = new Visitor(site, secret);
    const pages = benchSubjects.flatMap(({ routes }) => routes).filter(({ limit }) => limit !== undefined);
    const home = await visitor.visit(pages[0] ?? { name: "home", ask: () => ({ path: "/" }) });
    const figures = await measureMemory(visitor, pages, values.long ? 2000 : 500);
    await site.stop();
    return { figures, html: home.body.toString() };
  });
  const client = sizes.measureClient(build);
  const home = sizes.measurePageFiles(build, memory.html);
  return {
    cold,
    boot,
    memory: memory.figures,
    sizes: {
      "Worker, as wrangler uploads it": await runStep("Measure the upload", () => sizes.measureUpload(build)),
      "all scripts of the client": client.scripts,
      "all stylesheets of the client": client.styles,
      "home: HTML": sizes.measureBytes(Buffer.from(memory.html)),
      "home: scripts it hydrates with": home.scripts,
      "home: stylesheets": home.styles,
    },
    times: { ...times, ...(values.work && (await runStep("Install and test", measureWork))) },
  };
}

async function keepFigures(): Promise<void> {
  const { writeHistory } = await import("../bench/write-figures.ts");
  const { readSections } = await import("../../scripts/lib/figures-sections.ts");
  const file = join(root, "docs/figures.md");
  writeFileSync(file, `${text}\n\n${readSections()}\n`);
  appendFileSync(join(root, "docs/figures-history.jsonl"), `${writeHistory(figures)}\n`);
  await runOrExit("oxfmt", [file], { quiet: true });
  // What it costs is computed from it.
  await runOrExit("node", ["lab/tasks/cost.ts"], { quiet: true });
}

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/command.ts";
import type { Answer } from "./ask.ts";
import { type Measured, Visitor } from "./measure-routes.ts";
import { type BenchRoute, type BenchSubject, visitPage } from "./subject.ts";
import { bootSide, readModule, type Side } from "./workerd.ts";
import type { Trip } from "./count-d1.ts";

/** What is different at each answer, or says how the bytes travel. */
const passing = new Set(["date", "connection", "keep-alive", "transfer-encoding", "content-length"]);

/** The page of bare React Router that makes one query. */
const bareRows = visitPage("bare React Router, one query", "/rows");
const barePage = visitPage("bare React Router", "/");

export interface Sides {
  measured: Measured[];
  bare: Measured;
  fixed: Side;
  visitors: Map<Side, Visitor>;
  stop(): Promise<void>;
}

interface Builds {
  build: string;
  bareBuild: string;
  /** A copy of what `site` keeps, for the Worker of fixed answers. */
  fixedState: string;
  secret: string;
}

/** The sides that `site` is compared with, and every route of `subjects` with its fixed answer. */
export async function openSides(
  site: Side,
  subjects: readonly BenchSubject[],
  { build, bareBuild, fixedState, secret }: Builds,
): Promise<Sides> {
  const bare = await bootSide({ name: "bare", build: bareBuild });
  const files = await bootSide({
    name: "files",
    build,
    only: "files",
    modules: { "files.js": "export default {};" },
  });
  const visitor = new Visitor(site, secret);
  const others = [bare, files].map((side) => [side, new Visitor(side, secret)] as const);
  const visitors = new Map([[site, visitor], ...others]);
  await visitor.signIn();
  const routes: { side: Side; route: BenchRoute }[] = [
    ...subjects.flatMap((subject) => subject.routes.map((route) => ({ side: site, route }))),
    { side: bare, route: barePage },
    { side: bare, route: bareRows },
    { side: files, route: visitPage("a file of the build", findStylesheet(build)) },
  ];
  const answers: Record<string, unknown> = {};
  const trips: Trip[][] = [];
  for (const [index, { side, route }] of routes.entries()) {
    const answer = await visitors.get(side)?.visit(route);
    trips.push(side === site ? await visitor.listTrips(route) : []);
    if (answer) answers[`/${index}`] = [...cacheAnswer(answer), trips[index]];
  }
  const fixed = await bootSide({
    name: "fixed",
    build,
    only: "bindings",
    state: fixedState,
    modules: { "fixed.js": readModule("workers/fixed.ts"), "answers.txt": JSON.stringify(answers) },
  });
  const measured = [];
  for (const [index, { side, route }] of routes.entries()) {
    const asked = (await visitors.get(side)?.make(route)) ?? { path: "/" };
    const fixed = { ...asked, path: `/${index}` };
    const asking = trips[index]?.length ? { ...fixed, path: `/${index}?asks` } : undefined;
    measured.push({ name: route.name, side, route, fixed, asking });
  }
  const bareMeasured = measured.find(({ route }) => route === bareRows);
  if (!bareMeasured) throw new Error("Bare React Router is not measured.");
  const stop = async () => void (await Promise.all([bare, files, fixed].map((side) => side.stop())));
  return { measured, bare: bareMeasured, fixed, visitors, stop };
}

function cacheAnswer({ status, headers, body }: Answer): [number, Record<string, string>, string] {
  const passed = Object.entries(headers).filter(([name]) => !passing.has(name));
  return [status, Object.fromEntries(passed.map(([name, value]) => [name, String(value)])), body.toString()];
}

/** The stylesheet that every page has. */
function findStylesheet(build: string): string {
  const names = readdirSync(join(root, build, "client/assets"));
  const name = names.find((name) => /^(root|index)-.*\.css$/.test(name)) ?? names.find((name) => name.endsWith(".css"));
  return `/assets/${name}`;
}

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../scripts/lib/command.ts";
import { readBuild } from "../../scripts/lib/read-build.ts";
import { ask } from "./ask.ts";
import { readCpu } from "./processes.ts";
import { computeRatios, computeSpread, type Spread } from "./statistics.ts";
import { origin, type Side } from "./workerd.ts";

/** What a start takes beyond that of an empty Worker: milliseconds of CPU. */
export interface ColdFigures {
  name: string;
  /** Until workerd listens: it has read, compiled and run the modules. */
  boot: Spread;
  /** The first answer. */
  first: Spread;
  /** Both together, against bare React Router. */
  timesBare: Spread;
  /** Milliseconds of a clock until the first answer was there, workerd's own start included. */
  wall: Spread;
}

interface Start {
  boot: number;
  first: number;
  wall: number;
}

interface ColdSide {
  name: string;
  /** Folder of its build; an empty Worker without it. */
  build?: string;
  /** The page that is asked for; "/" by default. */
  path?: string;
}

/** Starts each side in a workerd of its own, in turns, without any binding: neither page asks for one. */
export async function measureColdStarts(sides: readonly [ColdSide, ...ColdSide[]], rounds: number) {
  const [bare] = sides;
  const all: readonly ColdSide[] = [{ name: "an empty Worker" }, ...sides];
  const configs = all.map((side) => ({ folder: writeConfig(side), path: side.path ?? "/" }));
  const starts = all.map((): Start[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, config] of configs.entries()) starts[index]?.push(await startOnce(config));
  }
  const [empty = [], ...others] = starts;
  const beyond = others.map((list) =>
    list.map(({ boot, first, wall }, round) => ({
      boot: boot - (empty[round]?.boot ?? 0),
      first: first - (empty[round]?.first ?? 0),
      wall,
    })),
  );
  const totals = beyond.map((list) => list.map(({ boot, first }) => boot + first));
  const base = totals[sides.indexOf(bare)] ?? [];
  return sides.map(({ name }, index): ColdFigures => {
    const list = beyond[index] ?? [];
    return {
      name,
      boot: computeSpread(list.map(({ boot }) => boot)),
      first: computeSpread(list.map(({ first }) => first)),
      timesBare: computeRatios(totals[index] ?? [], base),
      wall: computeSpread(list.map(({ wall }) => wall)),
    };
  });
}

/** The folder of one side's configuration. */
function writeConfig({ name, build }: ColdSide): string {
  const folder = join(root, "build/bench-cold", name.replaceAll(/\W+/g, "-"));
  rmSync(folder, { recursive: true, force: true });
  const modules = build ? readBuild(build) : { "index.js": 'export default { fetch: () => new Response("empty") };' };
  for (const [file, text] of Object.entries(modules)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const list = Object.keys(modules).map((file) => `(name = "${file}", esModule = embed "${file}")`);
  writeFileSync(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [${list.join(", ")}],
  compatibilityDate = "2026-09-15",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [
    (name = "SITE_ORIGIN", text = "${origin}"),
    (name = "AUTH_SECRET", text = "a-secret-of-more-than-32-characters"),
  ],
);
`,
  );
  return folder;
}

async function startOnce({ folder, path }: { folder: string; path: string }): Promise<Start> {
  const started = performance.now();
  const child = spawn(join(root, "node_modules/.bin/workerd"), ["serve", "--control-fd=3", "config.capnp", "config"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  try {
    const pid = child.pid ?? 0;
    const side: Pick<Side, "port"> = { port: await waitForPort(child) };
    const boot = readCpu(pid);
    const { status } = await ask(side, { path });
    if (status !== 200) throw new Error(`The first answer of ${folder} is ${status}.`);
    return { boot, first: readCpu(pid) - boot, wall: performance.now() - started };
  } finally {
    child.kill("SIGKILL");
  }
}

/** The port that workerd tells on its third channel, once it listens. */
function waitForPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`workerd ended with code ${code} before it listened.`)));
    let text = "";
    child.stdio[3]?.on("data", (chunk: Buffer) => {
      text += String(chunk);
      const port = /"port":\s*(\d+)/.exec(text)?.[1];
      if (port) resolve(Number(port));
    });
  });
}

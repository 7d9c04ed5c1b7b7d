import { setTimeout } from "node:timers/promises";
import { readdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { basename, join } from "node:path";

interface Node {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
  children?: number[];
}

/** As the inspector writes it; times in microseconds. */
export interface Profile {
  nodes: Node[];
  samples: number[];
  timeDeltas: number[];
}

/** What the inspector at `url` sampled while `work` ran, ten times a millisecond. */
export async function takeProfile(url: string, work: () => Promise<unknown>): Promise<Profile> {
  const inspector = await openInspector(url);
  await inspector.send("Profiler.enable");
  await inspector.send("Profiler.setSamplingInterval", { interval: 100 });
  await inspector.send("Profiler.start");
  await work();
  const { profile } = (await inspector.send("Profiler.stop")) as { profile: Profile };
  inspector.close();
  return profile;
}

/** Megabytes that the heap of the Worker at `url` holds, garbage included. */
export async function readHeap(url: string): Promise<number> {
  const inspector = await openInspector(url);
  const { usedSize } = (await inspector.send("Runtime.getHeapUsage")) as HeapUsage;
  inspector.close();
  return usedSize / 1024 / 1024;
}

/** Megabytes that the isolate of the Worker at `url` holds: its heap, garbage included, and the buffers beside it. */
export async function readHeld(url: string): Promise<number> {
  const inspector = await openInspector(url);
  const held = sumHeld((await inspector.send("Runtime.getHeapUsage")) as HeapUsage);
  inspector.close();
  return held;
}

function sumHeld({ usedSize, embedderHeapUsedSize, backingStorageSize }: HeapUsage): number {
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1024 / 1024;
}

/** Megabytes that the Worker at `url` cannot let go: its heap and its buffers after a collection of garbage. */
export async function readLiveHeap(url: string): Promise<number> {
  const inspector = await openInspector(url);
  await inspector.send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize } = (await inspector.send("Runtime.getHeapUsage")) as HeapUsage;
  inspector.close();
  return (usedSize + backingStorageSize) / 1024 / 1024;
}

/** Bytes, as V8 counts them. */
interface HeapUsage {
  usedSize: number;
  /** Objects of the runtime that scripts hold. */
  embedderHeapUsedSize: number;
  /** Bytes in array buffers, which lie outside of the heap. */
  backingStorageSize: number;
}

/** Megabytes at one time. */
export interface Held {
  before: number;
  /** The most while something ran. */
  most: number;
  /** How often it was looked at. */
  looks: number;
}

/**
 * What the isolate of the Worker at `url` holds while `work` runs, in megabytes: its heap and the buffers beside it. Nothing of the
 * embedded D1 and R2 is in it. Garbage that V8 has not collected yet is.
 */
export async function watchIsolate(url: string, work: () => Promise<void>): Promise<Held> {
  const inspector = await openInspector(url);
  async function look(): Promise<number> {
    return sumHeld((await inspector.send("Runtime.getHeapUsage")) as HeapUsage);
  }
  const held: Held = { before: await look(), most: 0, looks: 0 };
  let isOver = false;
  async function watch(): Promise<void> {
    for (;;) {
      held.most = Math.max(held.most, await look());
      held.looks += 1;
      if (isOver) return;
      // The isolate answers one thing at a time: it has to get on with its work.
      await setTimeout(20);
    }
  }
  const watching = watch();
  await work().finally(() => (isOver = true));
  await watching;
  inspector.close();
  return held;
}

interface InspectorAnswer {
  /** Of the message that it answers; an event has none. */
  id?: number;
  result?: object;
  error?: { message: string };
}

async function openInspector(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (answer: InspectorAnswer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as InspectorAnswer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error(`The inspector at ${url} does not answer.`)), {
      once: true,
    });
  });
  let sent = 0;
  return {
    send(method: string, params: object = {}): Promise<object> {
      sent += 1;
      const id = sent;
      socket.send(JSON.stringify({ id, method, params }));
      return new Promise((resolve, reject) => {
        waiting.set(id, ({ result = {}, error }) => (error ? reject(new Error(error.message)) : resolve(result)));
      });
    },
    close: () => socket.close(),
  };
}

/** Where time was spent: milliseconds in it alone, and with all that it calls. */
export interface Spent {
  name: string;
  self: number;
  inclusive: number;
}

/** The time of `profile` by `nameOf` a place in the code, the dearest first. What was idle is left out. */
export function groupProfile(profile: Profile, nameOf: (node: Node) => string): Spent[] {
  const self = new Map<number, number>();
  for (const [index, id] of profile.samples.entries())
    self.set(id, (self.get(id) ?? 0) + (profile.timeDeltas[index] ?? 0) / 1000);
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const spent = new Map<string, Spent>();
  /** Adds up what lies below `node`; a name that calls itself is counted once. */
  function add(node: Node, above: ReadonlySet<string>): number {
    if (node.callFrame.functionName === "(idle)") return 0;
    const name = nameOf(node);
    const own = self.get(node.id) ?? 0;
    const names = new Set([...above, name]);
    let total = own;
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) total += add(child, names);
    }
    const entry = spent.get(name) ?? { name, self: 0, inclusive: 0 };
    entry.self += own;
    if (!above.has(name)) entry.inclusive += total;
    spent.set(name, entry);
    return total;
  }
  const [first] = profile.nodes;
  if (first) add(first, new Set());
  return [...spent.values()].toSorted((one, other) => other.self - one.self);
}

/**
 * Says which file of the source a place in a module of `folder` comes from, by the map beside that module: "" for what
 * the map does not know, such as the module as a whole, undefined for what is in none of them.
 */
export function readSources(folder: string): (node: Node) => string | undefined {
  const maps = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js.map"))
    .map(
      (file) => [basename(file, ".map"), new SourceMap(JSON.parse(readFileSync(join(folder, file), "utf8")))] as const,
    );
  const byName = new Map(maps);
  return ({ callFrame: { url, lineNumber, columnNumber } }) => {
    const map = byName.get(basename(url));
    const entry = map?.findEntry(lineNumber, columnNumber);
    return entry && "originalSource" in entry ? entry.originalSource : map && "";
  };
}

/** The package or the folder of ours that a file of the source belongs to. */
export function nameRoom(source: string | undefined, frame: string): string {
  if (source === undefined) return frame.startsWith("(") ? frame : "runtime";
  const parts = source.replaceAll("\\", "/").split("node_modules/");
  const inPackage = parts.length > 1 ? parts.at(-1) : undefined;
  if (inPackage)
    return inPackage
      .split("/")
      .slice(0, inPackage.startsWith("@") ? 2 : 1)
      .join("/");
  const own = /(?:^|\/)((?:app|worker|scripts)\/[^/]+)/.exec(source)?.[1];
  return own ?? "top level of the modules";
}

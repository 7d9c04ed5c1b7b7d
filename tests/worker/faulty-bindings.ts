/** Bindings that fail, delay or act twice on one of their calls: the one place of it, for all tests of outages. */
import { env as real } from "cloudflare:workers";
import { vi } from "vitest";

/**
 * `before`: the call fails and nothing was done. `after`: it was done, and its answer is lost. `late`: its answer does not come in time,
 * and it is done once the caller has given up (`settle`). `twice`: it is done twice, as a queue or a client that asks again does, and answered once.
 * `silent`: there is no answer at all; the time that the Worker waits for it passes at once.
 */
export const faultKinds = ["before", "after", "late", "twice", "silent"] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  kind: FaultKind;
  /** The number of the call that it happens to, from 1; "all" of those that `hits` names. */
  at: number | "all";
  /** Which calls are counted, by names such as `DB.batch` and `MEDIA.put`, and the SQL of one statement; all unless given. */
  hits?: (call: string, sql: string) => boolean;
}

export interface FaultyBindings {
  env: Env;
  /** The names of all calls, in their order. */
  calls: string[];
  /** False where fewer calls came than the fault waited for: it is no use to break a later one. */
  hasHappened: () => boolean;
  /** Wraps another object whose methods are calls, such as the cache of a context. */
  wrap: <Binding extends object>(name: string, binding: Binding) => Binding;
  /** Does what was late. */
  settle: () => Promise<void>;
}

/** Never ends. The next timer that is set, with which the Worker waits for this, ends at once. */
function passNextWait(): Promise<never> {
  const set = globalThis.setTimeout;
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void) => {
    spy.mockRestore();
    return set(run, 0);
  }) as typeof setTimeout);
  return new Promise(() => {});
}

/** What the platform says of each. */
const words: readonly [RegExp, string][] = [
  [/^(DB|\w+_DB|VISITS_\d+)\./, "D1_ERROR: Network connection lost."],
  [/QUEUE\./, "Queue send failed: Internal Server Error"],
  [/^(MEDIA|VISITS_BUCKET)\./, "put: We encountered an internal error. Please try again. (10001)"],
  [/^EMAIL\./, "E_DELIVERY_FAILED"],
  [/^AI\./, "InferenceUpstreamError: Network connection lost."],
];

/** Methods that only make an object, and whose object has the calls. */
const makers = new Set(["prepare", "bind", "withSession", "resumeMultipartUpload"]);
const plain = new Set(["getBookmark", "then"]);

/** All bindings of `bindings` (those of the tests, by default) with one fault among their calls; none without a fault. */
export function breakBindings(fault: Fault | null, overrides: Partial<Env> = {}): FaultyBindings {
  const calls: string[] = [];
  const late: (() => Promise<unknown>)[] = [];
  let counted = 0;

  async function act(name: string, run: () => unknown, { sqls, canRepeat }: Call): Promise<unknown> {
    calls.push(name);
    if (!fault || (fault.hits && !sqls.some((sql) => fault.hits?.(name, sql)))) return run();
    counted += 1;
    if (fault.at !== "all" && counted !== fault.at) return run();
    const failure = new Error(words.find(([pattern]) => pattern.test(name))?.[1] ?? `${name} is away`);
    if (fault.kind === "before") throw failure;
    if (fault.kind === "silent") return passNextWait();
    if (fault.kind === "after") {
      await run();
      throw failure;
    }
    if (fault.kind === "late") {
      late.push(async () => run());
      throw failure;
    }
    const answer = await run();
    // Whoever asked knows of one of the two.
    if (canRepeat) await Promise.resolve(run()).catch(() => undefined);
    return answer;
  }

  function wrap<Binding extends object>(name: string, binding: Binding, sql = ""): Binding {
    return new Proxy(binding, {
      get(target, key) {
        if (key === unwrapped) return target;
        if (key === ofStatement) return sql;
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== "function" || typeof key === "symbol" || plain.has(key))
          return typeof value === "function" ? (value.bind(target) as unknown) : value;
        return (...given: unknown[]) => {
          const values = given.map(unwrap);
          const run = () => Reflect.apply(value, target, values) as unknown;
          if (makers.has(key)) return wrap(name, run() as object, key === "prepare" ? String(values[0]) : sql);
          const sqls = key === "batch" ? (given[0] as Statement[]).map((one) => one[ofStatement]) : [sql];
          const canRepeat = !values.some((one) => one instanceof ReadableStream);
          const made = act(`${name}.${key}`, run, { sqls, canRepeat });
          return key === "createMultipartUpload" ? made.then((upload) => wrap(name, upload as object)) : made;
        };
      },
    });
  }

  const entries = Object.entries({ ...real, ...overrides }).map(([name, value]) => [
    name,
    isBinding(name, value) ? wrap(name, value) : value,
  ]);
  return {
    env: Object.fromEntries(entries) as Env,
    calls,
    hasHappened: () => fault !== null && counted >= (fault.at === "all" ? 1 : fault.at),
    wrap,
    async settle() {
      for (const run of late.splice(0)) await run().catch(() => undefined);
    },
  };
}

/** One binding of which the calls that `fault` tells of fail: all of them, before anything is done, unless it says more. */
export function breakBinding<Name extends keyof Env & string>(name: Name, fault: Partial<Fault> = {}): Pick<Env, Name> {
  return { [name]: breakBindings({ kind: "before", at: "all", ...fault }).env[name] } as Pick<Env, Name>;
}

/** D1 whose statement or batch number `at` (from 1) fails; those before and after work. */
export function breakDatabase(at: number): D1Database {
  return breakBinding("DB", { at }).DB;
}

/** `binding` with other methods in the place of some of its own. */
export function replaceCalls<Binding extends object>(binding: Binding, calls: Partial<Binding>): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const value: unknown = Reflect.get(name in calls ? calls : target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

interface Call {
  /** The statements that it runs; one empty text where it runs none. */
  sqls: readonly string[];
  /** A stream can be read once. */
  canRepeat: boolean;
}

const unwrapped = Symbol("unwrapped");
const ofStatement = Symbol("sql");
interface Statement {
  [ofStatement]: string;
}

/** A wrapped statement as the binding knows it; lists of them, too. */
function unwrap(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrap);
  if (value === null || typeof value !== "object") return value;
  return (value as { [unwrapped]?: unknown })[unwrapped] ?? value;
}

function isBinding(name: string, value: unknown): value is object {
  return typeof value === "object" && value !== null && /^[A-Z]/.test(name) && !name.endsWith("MIGRATIONS");
}

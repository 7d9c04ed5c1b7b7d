import { type Answer, ask, type Ask } from "./ask.ts";
import type { D1Counts, Trip } from "./count-d1.ts";
import { readCpu } from "./processes.ts";
import { computePercentile, computeRatios, computeSpread, type Spread } from "./statistics.ts";
import type { BenchRoute, Visit } from "./subject.ts";
import { signIn } from "./subjects/accounts.ts";
import type { Side } from "./workerd.ts";

/** How long one measurement lasts: until both are reached. */
interface Length {
  milliseconds: number;
  requests: number;
}

const usual: Length = { milliseconds: 250, requests: 3 };
/** Before anything is measured, so that the code is compiled and caches are full. */
const warmUp: Length = { milliseconds: 500, requests: 10 };

/** A route and the side that answers it. */
export interface Measured {
  name: string;
  side: Side;
  route: BenchRoute;
  /** The same request to the Worker of fixed answers. */
  fixed: Ask;
  /** The same, where that Worker first asks D1 what the route asks; undefined if it asks nothing, or writes. */
  asking: Ask | undefined;
}

export interface RouteFigures {
  name: string;
  limit?: number | undefined;
  /** Milliseconds of CPU a request. */
  cpu: Spread;
  fixedCpu: Spread;
  /** Milliseconds until the whole answer is there. */
  p50: number;
  p95: number;
  timesFixed: Spread;
  /** Against a fixed answer that asks D1 the same. */
  timesAsking?: Spread | undefined;
  /** Against a page of bare React Router with one query. */
  timesBare: Spread;
}

let made = 0;

/** Makes requests for one side, signed in where they need it. */
export class Visitor {
  readonly side: Side;
  readonly #secret: string;
  #cookies = "";
  #hr = "";

  constructor(side: Side, secret: string) {
    this.side = side;
    this.#secret = secret;
  }

  /** An access token lives for five minutes: signs in anew. */
  async signIn(): Promise<void> {
    this.#cookies = await this.#open("marketing@demo.example");
    this.#hr = await this.#open("hr@demo.example");
  }

  async #open(email: string): Promise<string> {
    const { headers } = await ask(this.side, signIn(email));
    const lines = [headers["set-cookie"] ?? []].flat();
    return lines.map((line) => line.split(";")[0]).join("; ");
  }

  async make(route: BenchRoute): Promise<Ask> {
    made += 1;
    return route.ask({ number: made, secret: this.#secret, cookies: this.#cookies, hr: this.#hr } satisfies Visit);
  }

  /**
   * One answer, which must have the status of its route.
   * @throws {Error} when it has another
   */
  async visit(route: BenchRoute, headers: Record<string, string> = {}): Promise<Answer> {
    const asked = await this.make(route);
    const answer = await ask(this.side, { ...asked, headers: { ...asked.headers, ...headers } });
    const wanted = route.status ?? 200;
    if (answer.status === wanted) return answer;
    throw new Error(`${route.name}: ${answer.status} instead of ${wanted}. ${answer.body.toString().slice(0, 300)}`);
  }

  /** What one request of `route` asks of D1, and its answer. */
  async count(route: BenchRoute): Promise<{ counts: D1Counts; answer: Answer }> {
    const answer = await this.visit(route, { "X-Bench-Count": "1" });
    return { counts: JSON.parse(String(answer.headers["x-bench-count"])) as D1Counts, answer };
  }

  /** What one request of `route` asks of D1, trip by trip; nothing if it writes, because that cannot be asked twice. */
  async listTrips(route: BenchRoute): Promise<Trip[]> {
    const { counts } = await this.count(route);
    if (counts.rowsWritten > 0) return [];
    const asked = await this.make(route);
    const answer = await ask(this.side, { ...asked, headers: { ...asked.headers, "X-Bench-Count": "trips" } });
    return JSON.parse(answer.body.toString()) as Trip[];
  }
}

interface Stretch {
  cpu: number;
  times: number[];
}

/** Sends what `make` makes, one after the other, and resolves with the CPU of one and how long each took. */
export async function measureStretch(side: Side, make: () => Promise<Ask>, length: Length = usual): Promise<Stretch> {
  const times = [];
  const end = performance.now() + length.milliseconds;
  const before = readCpu(side.pid);
  while (times.length < length.requests || performance.now() < end) {
    const asked = await make();
    const started = performance.now();
    await ask(side, asked);
    times.push(performance.now() - started);
  }
  return { cpu: (readCpu(side.pid) - before) / times.length, times };
}

interface Setup {
  fixed: Side;
  visitors: ReadonlyMap<Side, Visitor>;
  /** The page of bare React Router that all are compared with; it is one of `measured`. */
  bare: Measured;
  rounds: number;
}

/** Measures all in turns, `rounds` times, each right before the fixed answer of the same bytes. */
export async function measureRoutes(measured: readonly Measured[], setup: Setup): Promise<RouteFigures[]> {
  const { fixed, visitors, bare, rounds } = setup;
  const plans = measured.map((one) => ({
    one,
    make: () => visitors.get(one.side)?.make(one.route) ?? Promise.resolve(one.fixed),
    own: [] as Stretch[],
    same: [] as Stretch[],
    asking: [] as Stretch[],
  }));
  for (const { one, make } of plans) await measureStretch(one.side, make, warmUp);
  for (let round = 0; round < rounds; round += 1) {
    for (const visitor of visitors.values()) if (visitor.side.name === "site") await visitor.signIn();
    for (const { one, make, own, same, asking } of plans) {
      const { asking: asked } = one;
      own.push(await measureStretch(one.side, make));
      same.push(await measureStretch(fixed, async () => one.fixed));
      if (asked) asking.push(await measureStretch(fixed, async () => asked));
    }
  }
  const bareCpu = plans.find(({ one }) => one === bare)?.own.map(({ cpu }) => cpu) ?? [];
  return plans.map(({ one, own, same, asking }) => {
    const [cpu, fixedCpu, askingCpu = []] = [own, same, asking].map((stretches) => stretches.map((part) => part.cpu));
    const times = own.flatMap((part) => part.times);
    return {
      name: one.name,
      limit: one.route.limit,
      cpu: computeSpread(cpu ?? []),
      fixedCpu: computeSpread(fixedCpu ?? []),
      p50: computePercentile(times, 0.5),
      p95: computePercentile(times, 0.95),
      timesFixed: computeRatios(cpu ?? [], fixedCpu ?? []),
      timesAsking: askingCpu.length > 0 ? computeRatios(cpu ?? [], askingCpu) : undefined,
      timesBare: computeRatios(cpu ?? [], bareCpu),
    };
  });
}

/** Runs one case with one fault, and says what is wrong with what comes of it. */
import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { worker } from "../../built-worker.ts";
import { patient } from "../../enquiries/ticket-make.ts";
import { emptyWritten, listTables } from "../../empty-tables.ts";
import { breakBindings, type Fault, type FaultKind } from "../../faulty-bindings.ts";
import { makeAddress } from "../../make-scope.ts";
import { resetSearch } from "../../search/search-make.ts";
import { type Ask, type FaultCase, nameCase } from "./case.ts";
import { jobs } from "./doors.ts";
import { type Answer, describe, judgeAnswer, saysNo } from "./judge-answer.ts";
import { compareStates, openState, type State, type StateReader } from "./state.ts";

/** Runs a case without a fault, then with those that are asked for. */
export interface CaseRunner {
  /** How many calls of bindings it takes. */
  calls: readonly string[];
  /** The entries that it left in the audit log. */
  actions: readonly string[];
  /** What is wrong with one fault; null where nothing is. */
  tryFault: (at: number, kind: FaultKind) => Promise<string | null>;
}

const start = Date.now();
const shared: { reader?: StateReader; tables?: Awaited<ReturnType<typeof listTables>> } = {};

/** Limits that nobody reaches, and which still are calls. */
const limits = { CONTACT_LIMIT: patient, API_LIMIT: patient, SIGN_IN_LIMIT: patient, COLLECT_LIMIT: patient };

export async function openCase(one: FaultCase): Promise<CaseRunner> {
  const reader = (shared.reader ??= await openState());
  const page = await readPage(one, reader);
  const before = await begin(one, reader);
  const first = await send(before.ask, one, null);
  const isJob = "job" in before.ask;
  if (!isJob && first.answer.status >= 400 && first.answer.status !== one.refused)
    throw new Error(`${nameCase(one)} is refused without a fault: ${describe(first.answer)}`);
  if (isJob && first.answer.status !== 200)
    throw new Error(`${nameCase(one)} fails without a fault: ${describe(first.answer)}`);
  // Else no fault could ever show that it says yes.
  const known = [page, first.answer.text];
  if (!isJob && one.refused === undefined && saysNo({ ...first.answer, known }))
    throw new Error(`${nameCase(one)} says no without a fault: ${describe(first.answer)}`);
  const once = await reader.read();
  const actions = await listActions();
  // A job that runs again finds what it left for the next time; and some changes may be made twice.
  await askAgain(before.ask, one);
  const again = await reader.read();
  const after = isJob ? [again] : [once];
  const ends = one.repeats === undefined && !isJob ? [once] : [once, again];

  const view = (state: State): State =>
    one.entries === undefined ? state : { ...state, audit_log: [...new Set(state["audit_log"])] };
  const compare = (here: State, there: State, except: readonly string[]) =>
    compareStates(view(here), view(there), except);

  return {
    calls: first.calls,
    actions,
    async tryFault(at, kind) {
      const { ask, state } = await begin(one, reader);
      const { answer } = await send(ask, one, { at, kind });
      const reached = await reader.read();
      const except = [...always, ...(one.remainders?.of ?? [])];
      const trouble = judgeAnswer(one, answer, ask);
      if (trouble) return trouble;
      if (!isJob && !("queue" in ask) && one.partly === undefined) {
        const fromBefore = compare(reached, state, except);
        const fromAfter = ends.map((end) => compare(reached, end, except));
        const isAfter = fromAfter.some((differs) => differs.length === 0);
        if (fromBefore.length > 0 && !isAfter)
          return `is neither before nor after. From before: ${fromBefore.join("; ")}. From after: ${fromAfter[0]?.join("; ")}`;
        if (!isAfter && answer.status < 400 && !saysNo({ ...answer, known }))
          return `says that it is done and is not: ${describe(answer)}. From after: ${fromAfter[0]?.join("; ")}`;
      }
      const retried = await askAgain(ask, one);
      if (retried.answer.status >= 500) return `cannot be asked for again: ${describe(retried.answer)}`;
      if (one.goesOn !== undefined) return null;
      const end = await reader.read();
      const missing = (isJob ? after : ends).map((wanted) => compare(end, wanted, except));
      if (missing.some((differs) => differs.length === 0)) return null;
      return `does not converge (${answer.status}, then ${retried.answer.status}): ${missing[0]?.join("; ")}`;
    },
  };
}

/** Asks once more, or as often as a job needs for all its steps. */
async function askAgain(ask: Ask, one: FaultCase) {
  for (let round = 1; ; round += 1) {
    vi.setSystemTime(start + round * (one.waits ?? 0));
    const sent = await send(await nextAsk(ask), one, null);
    if (round >= (one.rounds ?? 1)) return sent;
  }
}

const nextAsk = async (ask: Ask) => ("path" in ask && ask.again ? ask.again() : ask);

/** Purges that failed stay there until a job has done them. */
const always = ["purges"];

/** Empty tables, and what the case needs in them. */
async function begin(one: FaultCase, reader: StateReader): Promise<{ ask: Ask; state: State }> {
  vi.setSystemTime(start);
  await emptyWritten((shared.tables ??= await listTables()));
  await resetSearch();
  const ask = await one.prepare();
  return { ask, state: await reader.read() };
}

/** What the page of a form says before anything is sent to it; "" where no page is asked. */
async function readPage(one: FaultCase, reader: StateReader): Promise<string> {
  const { ask } = await begin(one, reader);
  if (!("path" in ask)) return "";
  const { path, headers } = ask;
  const { answer } = await send({ path, method: "GET", ...(headers && { headers }) }, one, null);
  return answer.text;
}

async function listActions(): Promise<string[]> {
  const { results } = await env.DB.prepare("select distinct action from audit_log").all<{ action: string }>();
  return results.map(({ action }) => action);
}

/** Sends what is asked, with a fault in it or without one, and waits for what it leaves running. */
async function send(ask: Ask, one: FaultCase, fault: Fault | null) {
  const own = { ...limits, ...one.bindings?.() };
  if ("job" in ask) return runJob(ask.job, own, fault);
  const faulty = breakBindings(fault, own);
  const ctx = createExecutionContext();
  const cache = { purge: async () => ({ success: true }) };
  Object.defineProperty(ctx, "cache", { value: faulty.wrap("cache", cache) });
  const answer = "queue" in ask ? await deliver(ask, faulty.env, ctx) : await request(ask, faulty.env, ctx);
  await faulty.settle();
  return { answer, calls: faulty.calls };
}

async function request(ask: Exclude<Ask, { job: string } | { queue: string }>, bindings: Env, ctx: ExecutionContext) {
  const { path, method, form, json, body: bytes, headers } = ask;
  const body =
    json !== undefined
      ? JSON.stringify(json)
      : form instanceof FormData
        ? form
        : form
          ? new URLSearchParams(form)
          : bytes;
  const asked = new Request(new URL(path, env.SITE_ORIGIN), {
    method: method ?? "POST",
    redirect: "manual",
    headers: {
      "CF-Connecting-IP": makeAddress(),
      "Sec-Fetch-Site": "same-origin",
      Origin: env.SITE_ORIGIN,
      ...(json !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: body as BodyInit }),
  });
  const response = await worker.fetch(asked as Parameters<typeof worker.fetch>[0], bindings, ctx);
  const location = response.headers.get("Location") ?? "";
  let answer: Answer = { status: response.status, text: "", location };
  try {
    answer.text = await response.text();
  } catch (error) {
    // Nothing else can be said once a file has begun.
    answer = { status: 599, text: `The answer broke off: ${error}`, location };
  }
  await waitOnExecutionContext(ctx).catch(() => undefined);
  return answer;
}

/** What comes again is delivered once more by the retry, as all of it is: a queue may do so. */
async function deliver(
  { queue, bodies }: { queue: string; bodies: readonly object[] },
  bindings: Env,
  ctx: ExecutionContext,
) {
  const messages = bodies.map((body, index) => ({ id: `m${index}`, timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch(queue, messages);
  try {
    await worker.queue(batch, bindings, ctx);
    const { explicitAcks, retryMessages } = await getQueueResult(batch, ctx);
    const text = `${explicitAcks.length} of ${bodies.length} taken, ${retryMessages.length} come again`;
    return { status: explicitAcks.length === bodies.length ? 200 : 0, text, location: "" };
  } catch (error) {
    await waitOnExecutionContext(ctx).catch(() => undefined);
    return { status: 0, text: `All come again: ${error}`, location: "" };
  }
}

/** Runs the schedule of a job. Its own calls are counted: the line "job done" of the one before it tells where they begin. */
async function runJob(name: string, own: Partial<Env>, fault: Fault | null) {
  const schedule = jobs.find((job) => job.name === name)?.schedule ?? "";
  const same = jobs.filter((job) => job.schedule === schedule).map((job) => job.name);
  let at = 0;
  const calls: string[] = [];
  const isOwn = (call: string) => {
    if (same[at] !== name) return false;
    calls.push(call);
    return true;
  };
  const notice = (line: unknown) => {
    const said = JSON.parse(String(line)) as { event?: string };
    if (said.event === "job done" || said.event === "job failed") at += 1;
  };
  const watched = (["log", "error"] as const).map((level) => vi.spyOn(console, level).mockImplementation(notice));
  const faulty = breakBindings({ at: Infinity, kind: "before", ...fault, hits: isOwn }, own);
  const ctx = createExecutionContext();
  let answer: Answer = { status: 200, text: "", location: "" };
  try {
    await worker.scheduled(createScheduledController({ cron: schedule }), faulty.env, ctx);
  } catch (error) {
    answer = { status: 599, text: String((error as AggregateError).errors ?? error), location: "" };
  }
  await waitOnExecutionContext(ctx).catch(() => undefined);
  await faulty.settle();
  for (const spy of watched) spy.mockImplementation(() => {});
  return { answer, calls };
}

import { data, redirect, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import { readOwn } from "#shared/text/read-own.ts";
import { rhythms } from "#shared/analytics/report-rhythms.ts";
import { readMidnight } from "#shared/dates/zoned-days.ts";
import { isZone } from "#shared/dates/zoned-time.ts";
import { staffContext } from "#app/staff/guard.ts";
import { readListForm } from "#app/staff/lists/answer-view-form.ts";
import { refuseForm, refuseList } from "#app/staff/lists/list-outcome.ts";
import { deleteView, saveView, setDefaultView } from "#worker/lib/saved-views.ts";
import { addAnnotation, changeAnnotation, deleteAnnotation } from "#worker/analytics/annotations.ts";
import { addFunnel, changeFunnel, deleteFunnel } from "#worker/analytics/funnels.ts";
import { changeAnalyticsZone } from "#worker/analytics/figures/zone.ts";
import { endReport, startReport, unlessDone } from "#worker/analytics/mails/subscriptions.ts";
import { listSeen, type Seen } from "#worker/analytics/list-seen.ts";
import { addGoal, changeGoal, deleteGoal } from "#worker/analytics/own-goals.ts";
import { analyticsViews, readAnalyticsSettings } from "#worker/analytics/read-page.ts";
import type { Doer } from "#worker/audit/run-versioned.ts";
import type { SavedViewId, AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { now } from "#worker/lib/clock.ts";
import { lookUpError } from "#worker/lib/http/refusals.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { listChoices } from "./goals/choices.ts";
import { type GoalFormView, readGoal } from "./goals/goal-form-view.ts";
import { findProblem } from "./funnels/choose.ts";
import { toFunnelForm } from "./funnels/view.ts";
import { readAnalyticsState, readDraft } from "./read-state.ts";
import { type AnalyticsState, buildPath, closed, type FunnelDraft, writeQuery } from "./state.ts";

/** As the tables hold them. */
const longestNote = 80;
const longestViewName = 40;
const longestGoalName = 60;
const longestQuery = 1000;
/** Of all addresses, what servers and proxies take for sure. */
const longestAddress = 8000;
const tooLong = "These filters are too long to be saved. Remove some of them.";

const line = (longest: number) =>
  z
    .string()
    .transform((text) => cleanLine(text, longest))
    .pipe(z.string().min(1));
const note = {
  day: z.iso.date().or(z.literal("")),
  text: z.string().transform((text) => cleanLine(text, longestNote)),
};
const goal = {
  name: z.string().transform((text) => cleanLine(text, longestGoalName)),
  pick: z.string().max(400),
  pattern: z.string().transform((text) => cleanLine(text, 256)),
};
const known = { id: z.uuid(), version: z.coerce.number().int().min(1) };

const formSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("note-add"), ...note }),
  z.object({ do: z.literal("note-change"), ...known, ...note }),
  z.object({ do: z.literal("note-delete"), ...known }),
  z.object({ do: z.literal("zone"), version: known.version, zone: z.string().max(64).refine(isZone) }),
  z.object({ do: z.literal("funnel-add") }),
  z.object({ do: z.literal("funnel-change"), funnel: known.id, version: known.version }),
  z.object({ do: z.literal("funnel-delete"), ...known }),
  z.object({ do: z.literal("goal-add"), ...goal }),
  z.object({ do: z.literal("goal-change"), ...known, ...goal }),
  z.object({ do: z.literal("goal-delete"), ...known }),
  z.object({ do: z.literal("view-save"), name: line(longestViewName) }),
  z.object({ do: z.enum(["view-delete", "view-open"]), view: z.uuid().transform((id) => id as SavedViewId) }),
  z.object({ do: z.literal("view-plain") }),
  z.object({ do: z.literal("reports"), weekly: z.literal("on").optional(), monthly: z.literal("on").optional() }),
]);

type Posted = z.output<typeof formSchema>;

const done: Partial<Record<string, string>> = {
  "note-add": "The annotation is in the chart.",
  "note-change": "The annotation is changed.",
  "note-delete": "The annotation is deleted.",
  "funnel-add": "The funnel is saved for everybody who reads the figures.",
  "funnel-change": "The funnel is changed.",
  "funnel-delete": "The funnel is deleted.",
  "goal-add": "The goal is counted for everybody who reads the figures, also in days before today.",
  "goal-change": "The goal is changed.",
  "goal-delete": "The goal is deleted.",
  zone: "Days are counted in the new zone. Until all days are computed anew, the page takes longer.",
  "view-save": "The view is saved.",
  "view-delete": "The view is deleted.",
  "view-open": "The page opens with this view for you. “Everything” among the views shows all.",
  "view-plain": "The page opens with everything again.",
  reports: "Your reports are changed.",
};

/** What the last form has done, by the name that its answer left in the address. */
export function doneWords(name: string | null): string | null {
  return readOwn(done, name ?? "") ?? null;
}

interface ActionArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

/**
 * Answers the forms of the page, by `do`: `note-add`, `note-change` and `note-delete` of an annotation, `zone`, `view-save`
 * of what the address shows, `view-delete`, `view-open` and `view-plain` of the view that the page opens with, `reports` by mail;
 * `funnel-add`, `funnel-change` and `funnel-delete`; `goal-add`, `goal-change` and `goal-delete`. What is done leads back to the page.
 */
export async function answerAnalytics({ context, request, url }: ActionArgs) {
  const scope = context.get(requestScope);
  const doer = { actor: context.get(staffContext).user.id as AccountId, requestId: scope.requestId };
  const fields = await readListForm(request);
  const form = formSchema.safeParse(Object.fromEntries(fields)).data;
  if (!form) throw refuseForm();
  let { state } = readAnalyticsState(url.searchParams);
  const db = openDb(scope.env.DB);
  const draft = form.do === "funnel-add" || form.do === "funnel-change" ? readDraft(fields) : null;
  // The page with the form says what is wrong, and keeps what was typed.
  const problem = draft && findProblem(draft);
  if (draft && problem !== null) {
    const to = openDraft(state, form, draft);
    if (to.length > longestAddress) return refuseDraft(db, form, { draft, problem });
    throw redirect(to, 303);
  }
  const note = form.do === "note-add" || form.do === "note-change" ? form : null;
  if (note?.day === "") return refuseNote(note, "Choose a day.");
  if (note?.text === "") return refuseNote(note, "Say what happened.");
  const asked = form.do === "goal-add" || form.do === "goal-change" ? readGoal(form) : null;
  if (typeof asked === "string") return refuseGoal(db, form, asked);
  try {
    const locale = findLocale(request.headers.get("Accept-Language"));
    if (asked && form.do === "goal-add") await addGoal(db, asked, doer);
    else if (asked && form.do === "goal-change")
      await changeGoal(db, { id: form.id, version: form.version, ...asked }, doer);
    else if (draft) state = { ...state, funnel: await saveFunnel(db, { form, draft, doer }) };
    else await change(db, { form, doer, state, locale });
  } catch (error) {
    const { status, message } = lookUpError(error);
    if (status === 500) throw error;
    if (status === 503) scope.log.error("analytics not changed", error, { form: form.do });
    const later = "It could not be stored just now. Please try again in a minute.";
    const words = status === 503 ? later : (message ?? "");
    if (draft) return refuseDraft(db, form, { draft, problem: words }, status);
    if (asked) return refuseGoal(db, form, words, status);
    if (note) return refuseNote(note, words, status);
    return refuseList("Nothing was done", words, status);
  }
  const back = buildPath(state);
  throw redirect(`${back}${back.includes("?") ? "&" : "?"}done=${form.do}`, 303);
}

/** Answers with the form itself, and all that was typed: no address can carry it. */
async function refuseDraft(
  db: Db,
  form: Posted,
  { draft, problem }: { draft: FunnelDraft; problem: string },
  status = 400,
) {
  const own = form.do === "funnel-change" ? { id: form.funnel, version: form.version } : { id: null, version: null };
  const refusedFunnel = toFunnelForm({ ...own, ...draft, problem }, await offer(db));
  return data({ outcome: null, refusedView: null, refusedFunnel }, status);
}

/** What there is to choose from; nothing while that cannot be read, as what was typed counts for more. */
const offer = (db: Db): Promise<Seen> => listSeen(db, now()).catch(() => ({ pages: [], files: [], events: [] }));

/** Answers with the form of an annotation, and all that was typed. */
function refuseNote(form: Extract<Posted, { day: string }>, problem: string, status = 400) {
  const own = form.do === "note-change" ? { id: form.id, version: form.version } : { id: null, version: 0 };
  const refusedNote = { ...own, day: form.day, text: form.text, problem };
  return data({ outcome: null, refusedView: null, refusedNote }, status);
}

/** Answers with the form, and all that was typed. */
async function refuseGoal(db: Db, form: Posted, problem: string, status = 400) {
  if (form.do !== "goal-add" && form.do !== "goal-change") throw refuseForm();
  const { name, pick, pattern } = form;
  const own = form.do === "goal-change" ? { id: form.id, version: form.version } : { id: null, version: 0 };
  const groups = listChoices(await offer(db), [pick]);
  const refusedGoal: GoalFormView = { ...own, name, pick, pattern, problem, groups };
  return data({ outcome: null, refusedView: null, refusedGoal }, status);
}

function openDraft(state: AnalyticsState, form: Posted, draft: FunnelDraft): string {
  if (form.do !== "funnel-change") return buildPath(state, { edit: "funnel-new", draft });
  return buildPath(state, { edit: "funnel", funnel: form.funnel, version: form.version, draft });
}

interface SavedFunnel {
  form: Posted;
  draft: FunnelDraft;
  doer: Doer;
}

/** Returns the id of the funnel. */
async function saveFunnel(db: Db, { form, draft, doer }: SavedFunnel): Promise<string> {
  if (form.do !== "funnel-change") return addFunnel(db, draft, doer);
  await changeFunnel(db, { id: form.funnel, version: form.version, ...draft }, doer);
  return form.funnel;
}

interface Change {
  form: Posted;
  doer: Doer & { actor: AccountId };
  state: AnalyticsState;
  locale: string;
}

async function change(db: Db, { form, doer, state, locale }: Change): Promise<void> {
  const user = doer.actor;
  if (form.do === "zone") await changeAnalyticsZone(db, { zone: form.zone, version: form.version }, doer);
  if (form.do === "funnel-delete") await deleteFunnel(db, form, doer);
  if (form.do === "goal-delete") await deleteGoal(db, form, doer);
  if (form.do === "note-delete") await deleteAnnotation(db, form, doer);
  if (form.do === "note-add" || form.do === "note-change") {
    const { zone } = await readAnalyticsSettings(db, user);
    const at = readMidnight(form.day, zone);
    if (form.do === "note-add") await addAnnotation(db, { at, text: form.text }, doer);
    else await changeAnnotation(db, { id: form.id, version: form.version, at, text: form.text }, doer);
  }
  if (form.do === "view-open") await setDefaultView(db, { user, list: analyticsViews, id: form.view });
  if (form.do === "view-plain") await setDefaultView(db, { user, list: analyticsViews, id: null });
  if (form.do === "reports")
    for (const rhythm of rhythms) {
      const own = { user, rhythm };
      await unlessDone(
        form[rhythm] ? startReport(db, { ...own, locale }, doer) : endReport(db, { ...own, by: "page" }, doer),
      );
    }
  if (form.do === "view-delete") await deleteView(db, { user, id: form.view });
  if (form.do === "view-save") {
    const query = writeQuery({ ...state, ...closed });
    if (query.length > longestQuery) throw new ConflictError(tooLong);
    await saveView(db, { user, list: analyticsViews, name: form.name, query });
  }
}

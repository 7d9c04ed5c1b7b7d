import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { countThings } from "#app/staff-kit/count.ts";
import { type SignedIn, staffContext } from "#app/staff/guard.ts";
import { readListForm } from "#app/staff/lists/answer-view-form.ts";
import { refuseForm } from "#app/staff/lists/list-outcome.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { ConflictError, InvalidInputError, StaleSignInError } from "#worker/lib/errors.ts";
import { lookUpError } from "#worker/lib/http/refusals.ts";
import { type RequestScope, requestScope } from "#worker/lib/scope.ts";
import { changeAlertSettings } from "#worker/operations/alert-settings.ts";
import { markErrorsSeen, type Outcome, runActionNow, runJobNow } from "#worker/operations/operate.ts";
import { sendTestAlert, type TestOutcome } from "#worker/operations/send-test-alert.ts";
import { replaceWebhookKey, showWebhookKey } from "#worker/operations/webhook-key.ts";
import { alertsFormSchema, readAlertsForm, type TypedAlerts } from "./alerts-form-input.ts";

const until = z.coerce.number().int().min(0);
const formSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("run"), job: z.string().max(100) }),
  z.object({ do: z.literal("action"), action: z.string().max(100) }),
  z.object({ do: z.literal("seen"), group: z.string().regex(/^[0-9a-f]{1,16}$/), until }),
  z.object({ do: z.literal("all-seen"), until }),
  z.object({ do: z.enum(["test", "key"]) }),
  z.object({ do: z.literal("new-key"), version: z.coerce.number().int().min(1) }),
  alertsFormSchema,
]);

type Posted = z.output<typeof formSchema>;

/** What the page says of its last form. */
export interface OperationsAnswer {
  /** What was done; null where it was not. */
  done: string | null;
  /** Why it was not done. */
  problem?: string;
  /** Of the form of alerts, by field. */
  fields?: Record<string, string[]>;
  /** The form of alerts as it was sent, where it was refused. */
  typed?: TypedAlerts;
  /** It was refused because somebody else has changed the settings since. */
  isContested?: boolean;
  /** Of the settings, where this form has changed them. */
  version?: number;
  /** The key that signs posts. */
  key?: string;
  reason?: string;
}

const contested =
  " What you typed is still here, and below each field stands what is stored now. Save again to replace that.";

interface ActionArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** Answers the forms of the page. */
export async function answerOperations({ context, request }: ActionArgs) {
  const scope = context.get(requestScope);
  const caller = context.get(staffContext);
  const form = formSchema.safeParse(Object.fromEntries(await readListForm(request))).data;
  if (!form) throw refuseForm();
  try {
    return data<OperationsAnswer>(await change(form, { caller, scope, db: openDb(scope.env.DB) }));
  } catch (error) {
    const { status, message } = lookUpError(error);
    if (status === 500) throw error;
    if (status === 503) scope.log.error("operations not changed", error);
    const later = "It could not be stored just now. Please try again in a minute.";
    const isContested = form.do === "alerts" && error instanceof ConflictError;
    const reason = error instanceof InvalidInputError ? "Not saved. See what is said at the fields." : message;
    const answer: OperationsAnswer = {
      done: null,
      problem: status === 503 ? later : `${reason ?? ""}${isContested ? contested : ""}`,
      ...(error instanceof InvalidInputError && { fields: error.fields }),
      ...(form.do === "alerts" && { typed: form }),
      ...(isContested && { isContested }),
      ...(error instanceof StaleSignInError && { reason: "stale-sign-in" }),
    };
    return data(answer, { status });
  }
}

interface Changing {
  caller: SignedIn;
  scope: RequestScope;
  db: Db;
}

async function change(form: Posted, { caller, scope, db }: Changing): Promise<OperationsAnswer> {
  const doer = { actor: caller.user.id as AccountId, requestId: scope.requestId };
  switch (form.do) {
    case "run":
      return describe(await runJobNow(db, form.job, doer, scope), `“${form.job}” ran`);
    case "action":
      return describe(await runActionNow(db, form.action, doer, scope), "Done");
    case "seen":
      await markErrorsSeen(db, { fingerprint: form.group, until: form.until }, doer);
      return { done: "Marked as seen. If it happens again, it shows again." };
    case "all-seen":
      await markErrorsSeen(db, { fingerprint: null, until: form.until }, doer);
      return { done: "All are marked as seen." };
    case "test":
      return describeTest(await sendTestAlert(db, doer, scope));
    case "key":
      requireFreshSignIn(caller);
      return { done: "The receiver checks posts with this key:", key: await showWebhookKey(db, scope.env, doer) };
    case "new-key": {
      requireFreshSignIn(caller);
      const key = await replaceWebhookKey(db, { version: form.version, env: scope.env }, doer);
      return { done: "Posts are signed with this key now. Give it to the receiver:", key, version: form.version + 1 };
    }
    case "alerts": {
      requireFreshSignIn(caller);
      const version = await changeAlertSettings(db, readAlertsForm(form), doer);
      return { done: "The alerts are changed. Send a test, to see that they arrive.", version };
    }
  }
}

/** The answer of each channel; that of the mail service comes later. */
function describeTest({ mails, isMailSet, post }: TestOutcome): OperationsAnswer {
  const count = countThings(mails, "mail");
  const mailed = `${count} ${mails === 1 ? "is" : "are"} on the way: what came of each shows under Alerts in a moment.`;
  const done = [
    ...(mails > 0 && isMailSet ? [mailed] : []),
    ...(post?.problem === null ? ["The webhook took the test."] : []),
  ];
  const problems = [
    ...(mails > 0 && !isMailSet ? [`Mail is not set up: ${count} will wait until it is.`] : []),
    ...(post?.problem ? [`The webhook did not take the test: ${post.problem}`] : []),
  ];
  return {
    done: done.length === 0 && problems.length === 0 ? "The test waits for its turn." : done.join(" ") || null,
    ...(problems.length > 0 && { problem: problems.join(" ") }),
  };
}

function describe(outcome: Outcome, name: string): OperationsAnswer {
  if (outcome.kind === "goes-on") return { done: "It goes on, and shows here once it is done." };
  if (outcome.kind === "failed") return { done: null, problem: `It failed: ${outcome.text}` };
  return { done: outcome.text ? `${name}: ${outcome.text}` : `${name}.` };
}

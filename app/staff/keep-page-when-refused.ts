import { data, type DataStrategyResult, type ErrorResponse, isRouteErrorResponse } from "react-router";
import { showToast } from "#app/staff-kit/toasts.ts";
import { forgetSent, listUnsaved } from "./unsaved.ts";

type Results = Record<string, DataStrategyResult>;

/**
 * The addresses of the page that a refused form stands on, for as long as it is open: its own, and where the form posts to,
 * which is the page's address afterwards.
 */
let staying: readonly string[] = [];

/**
 * Middleware of the browser for all staff pages, for a role that is taken away while a page is open. The guard then
 * refuses the page's forms, and the page itself when its data is loaded again. React Router would put 'Access Denied' in
 * its place, and what was typed would be lost. So the page stays and a message says why. To whoever leads to another page
 * nothing of this applies: `AccessDenied` lists there what was not saved.
 */
export async function keepPageWhenRefused({ request }: { request: Request }, next: () => Promise<Results>) {
  const sent = await readForm(request);
  const results = await next();
  const refusal = Object.values(results).map(readRefusal).find(Boolean);
  if (!refusal) {
    if (!sent) return results;
    staying = [];
    if (Object.values(results).every(isDone)) forgetSent(sent);
    return results;
  }
  if (sent) {
    staying = [readAddress(), request.url];
    tell(refusal);
    // The status keeps React Router from loading the data of most pages again.
    const answer = { type: "data", result: data(undefined, { status: 403 }) } as const;
    return mapErrors(results, answer);
  }
  const isStaying = staying.includes(request.url);
  if (!isStaying && (request.url !== readAddress() || listUnsaved().length === 0)) return results;
  if (!isStaying) tell(refusal);
  staying = [readAddress(), request.url];
  // Where there is no result the page goes on with the data that it has.
  return mapErrors(results, null);
}

/** The page's address without its fragment, which no request has. */
function readAddress(): string {
  return location.href.replace(/#.*/, "");
}

/** The fields of a form that is being sent; null for what is no form, as a page that is opened or data sent as JSON. */
async function readForm(request: Request): Promise<FormData | null> {
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(
    request.headers.get("Content-Type") ?? "",
  );
  return isForm ? request.clone().formData() : null;
}

/** Somebody else uses the page from now on: nothing keeps it open any longer. */
export function forgetRefusal(): void {
  staying = [];
}

/** Whether a form has done what it asked for. Where nothing has answered there is no status. */
function isDone({ result }: DataStrategyResult): boolean {
  // A redirect is a response; what an action returns has its status beside it.
  const { status = 0 } = result instanceof Response ? result : ((result as ReturnType<typeof data>)?.init ?? {});
  return status >= 200 && status < 400;
}

/** What a guard has answered (denyAccess() in guard.ts). */
function readRefusal({ type, result }: DataStrategyResult): ErrorResponse | undefined {
  return type === "error" && isRouteErrorResponse(result) && result.status === 403 ? result : undefined;
}

/** One refusal makes the other routes of the page fail with other errors. */
function mapErrors(results: Results, instead: DataStrategyResult | null): Results {
  return Object.fromEntries(
    Object.entries(results).flatMap(([id, result]) => {
      const put = result.type === "error" ? instead : result;
      return put ? [[id, put]] : [];
    }),
  );
}

function tell({ data: answer }: ErrorResponse): void {
  const { rolesUnread = false } = (answer ?? {}) as { rolesUnread?: boolean };
  const words = rolesUnread ? unread : lacking;
  showToast({ text: listUnsaved().length > 0 ? words.typed : words.untyped, tone: "error" });
}

/** `typed` where there are texts to lose. */
const unread = {
  typed: "Not saved: your roles could not be read just now. What you filled in is still here: try again in a minute.",
  untyped: "Not done: your roles could not be read just now. Try again in a minute.",
};
const lacking = {
  typed:
    "Not saved: your account has no permission for this any longer. What you filled in is still here, so that you can copy it.",
  untyped: "Not done: your account has no permission for this any longer.",
};

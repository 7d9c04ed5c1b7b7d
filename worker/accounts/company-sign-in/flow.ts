/**
 * What a sign-in by the provider has to remember between its start and its answer. It is in a sealed cookie, so that only
 * the browser that started may finish, and nothing is stored for those who never do.
 */
import { z } from "zod";
import { minute, second } from "#shared/dates/durations.ts";
import { now } from "#worker/lib/clock.ts";
import { readCookie, writeCookie } from "#worker/lib/http/cookies.ts";
import { formPages } from "#worker/lib/forms/form-pages.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { openSealed, seal } from "#worker/lib/secrets.ts";

export const flowLife = 10 * minute;
const flowCookie = { name: "__Host-company", maxAge: flowLife / second };

/** As the privacy policy lists it. */
export const flowCookieRow = {
  ...flowCookie,
  purpose:
    "Holds, encrypted, what has to match when you come back from your company’s sign-in. Scripts cannot read it.",
  note: "or until you are back",
};

const sealing = { purpose: "company sign-in", about: "the browser that started it" } as const;

const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  /** Of PKCE. */
  verifier: z.string(),
  /** The page it was started on. */
  from: z.enum(formPages),
  /** A path on this site, or null for the home path of the roles. */
  next: z.string().nullable(),
  /** The account whose owner signs in anew, to confirm that it is them; null where somebody signs in. */
  confirms: z.string().nullable(),
  startedAt: z.int(),
});

export type Flow = z.infer<typeof flowSchema>;

/** The Set-Cookie value that holds `flow`. */
export async function writeFlowCookie(flow: Flow, env: Env): Promise<string> {
  return writeCookie(flowCookie.name, await seal(env.AUTH_SECRET, sealing, JSON.stringify(flow)), flowCookie);
}

/** The Set-Cookie value that removes it. */
export function clearFlowCookie(): string {
  return writeCookie(flowCookie.name, "", { maxAge: 0 });
}

/** The flow that this browser started in the last ten minutes, or null. */
export async function readFlow(request: Request, env: Env): Promise<Flow | null> {
  const sealed = readCookie(request, flowCookie.name);
  const text = sealed === null ? null : await openSealed(listSecrets(env), sealing, sealed);
  if (text === null) return null;
  const { data: flow } = flowSchema.safeParse(JSON.parse(text));
  return flow && flow.startedAt > now() - flowLife ? flow : null;
}

// Bundle: sign-in
/**
 * Passkeys in the browser. The library is loaded when one is used. Every function answers like `sendJson`; what the user
 * broke off is a refusal of status 0 without a problem, so that nothing is said about it.
 */
import type { Refusal } from "#shared/pages/refusal.ts";
import { sendJson, type Sent } from "./send-json.ts";

type Options<Start extends (given: never) => unknown> = Parameters<Start>[0] extends { optionsJSON: infer Json }
  ? Json
  : never;
type Library = typeof import("@simplewebauthn/browser");

const broken: Refusal = { status: 0, title: "", problems: [] };

/** True in a browser that can use passkeys at all. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === "function";
}

/**
 * Asks for a passkey and sends its answer to `path`, in the form that `wrap` gives it. The browser asks about one at a time,
 * the newest: what is over by the time the options are here must not end another question.
 */
export async function askForPasskey<Body>(
  path: string,
  wrap: (answer: object) => object = (answer) => answer,
  { isAutofill = false, isOver = (): boolean => false } = {},
): Promise<Sent<Body>> {
  const offered = await sendJson<Options<Library["startAuthentication"]>>("/api/auth/passkeys/sign-in/options");
  if (offered.kind === "refused") return offered;
  return ask(async ({ startAuthentication }) => {
    if (isOver()) return { kind: "refused", refusal: broken };
    const answer = await startAuthentication({ optionsJSON: offered.body, useBrowserAutofill: isAutofill });
    return sendJson<Body>(path, wrap(answer));
  });
}

/** True when the browser offers passkeys in the list of what a field can be filled with. */
export async function canAutofill(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  const { browserSupportsWebAuthnAutofill } = await import("@simplewebauthn/browser");
  return browserSupportsWebAuthnAutofill();
}

/** Makes a passkey for who is signed in. */
export async function makePasskey(name: string): Promise<Sent<{ recovery_codes: string[] | null }>> {
  const offered = await sendJson<Options<Library["startRegistration"]>>("/api/auth/passkeys/registration/options");
  if (offered.kind === "refused") return offered;
  return ask(async ({ startRegistration }) => {
    const passkey = await startRegistration({ optionsJSON: offered.body });
    return sendJson("/api/auth/passkeys/registration", { name, passkey });
  });
}

async function ask<Body>(work: (library: Library) => Promise<Sent<Body>>): Promise<Sent<Body>> {
  try {
    return await work(await import("@simplewebauthn/browser"));
  } catch (error) {
    return { kind: "refused", refusal: explain(error) };
  }
}

function explain(error: unknown): Refusal {
  const name = error instanceof Error ? error.name : "";
  // The user closed the browser's dialog, let it run out of time, or used another way meanwhile.
  if (["NotAllowedError", "AbortError"].includes(name)) return broken;
  const message =
    name === "InvalidStateError"
      ? "This device has a passkey of your account already."
      : "Your browser could not use a passkey. Try another device, or another way.";
  return { status: 0, title: "No passkey was used", problems: [{ message }] };
}

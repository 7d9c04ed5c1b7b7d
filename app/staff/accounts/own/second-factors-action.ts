import { data } from "react-router";
import { z } from "zod";
import { factorName } from "#shared/accounts/passkey-schemas.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { SignedIn } from "#app/staff/guard.ts";
import {
  type AppSetUp,
  beginApp,
  confirmApp,
  readAppSetUp,
} from "#worker/accounts/second-factors/authenticator-apps.ts";
import { removeFactor, renameFactor, renewRecoveryCodes } from "#worker/accounts/second-factors/change-factors.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import type { AuthenticatorAppId } from "#worker/db/credentials-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import { buildRefusal, type RefusalWords } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

const factor = { kind: z.enum(["passkey", "app"]), id: z.string().min(1).max(1400) };
const code = z.string("Enter the code.").trim().min(1, "Enter the code.").max(20, "A code has six digits.");

/** The forms of `SecondFactors`, by their field `do`. */
const formSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("begin-app"), name: factorName }),
  z.object({ do: z.literal("confirm-app"), id: z.uuid(), code }),
  z.object({ do: z.literal("rename"), ...factor, name: factorName }),
  z.object({ do: z.literal("remove"), ...factor }),
  z.object({ do: z.literal("renew-codes") }),
]);

type Change = z.output<typeof formSchema>;

/** An app that waits for its first code. */
export interface SetUpView {
  id: string;
  name: string;
  /** In groups of four. */
  key: string;
  qr: QrCode;
}

/** What a form of `SecondFactors` has come to. */
export interface FactorsAnswer {
  done: string | null;
  /** Recovery codes to be shown, this once. */
  codes: string[] | null;
  setUp: SetUpView | null;
  refusal: Refusal | null;
}

const words: RefusalWords = {
  400: { title: "Nothing has changed yet" },
  403: { title: "Confirm that it is you" },
  404: { title: "Nothing has changed" },
  409: { title: "Nothing has changed" },
  503: { title: "Nothing has changed", message: "The database did not answer. Please try again in a minute." },
};

interface Posted {
  request: Request;
  caller: SignedIn;
  scope: RequestScope;
}

/** Answers the forms of `SecondFactors`. Each asks for a sign-in of the last 15 minutes. */
export async function answerFactors({ request, caller, scope }: Posted) {
  const db = openDb(scope.env.DB);
  return answerForm(
    { request, schema: formSchema, words, admit: async () => requireFreshSignIn(caller) },
    (change) => makeChange(db, { change, caller }, scope),
    scope,
  );
}

async function makeChange(db: Db, { change, caller }: { change: Change; caller: SignedIn }, scope: RequestScope) {
  const { user, sessionId, needsFactor } = caller;
  const owner = { id: user.id as AccountId, email: user.email, sessionId: sessionId as SessionId };
  switch (change.do) {
    case "begin-app":
      return answer({ setUp: await toSetUpView(await beginApp(db, { user: owner, name: change.name }, scope)) });
    case "confirm-app":
      return confirm(db, { owner, id: change.id as AuthenticatorAppId, code: change.code }, scope);
    case "rename":
      await renameFactor(db, { owner, factor: change, name: change.name }, scope);
      return answer({ done: "Renamed." });
    case "remove":
      await removeFactor(db, { owner, factor: change, isNeeded: needsFactor }, scope);
      return answer({ done: change.kind === "passkey" ? "The passkey is removed." : "The app is removed." });
    case "renew-codes":
      return answer({ codes: await renewRecoveryCodes(db, { owner }, scope) });
  }
}

/** After a wrong code the same QR code is shown again. */
async function confirm(db: Db, given: Parameters<typeof confirmApp>[1], scope: RequestScope) {
  try {
    return answer({ done: "The app is added.", codes: await confirmApp(db, given, scope) });
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const setUp = await readAppSetUp(db, { user: given.owner, id: given.id }, scope);
    if (!setUp) throw error;
    return data(
      { ...nothing, setUp: await toSetUpView(setUp), refusal: buildRefusal(error, { words }) },
      { status: 400 },
    );
  }
}

const nothing: FactorsAnswer = { done: null, codes: null, setUp: null, refusal: null };

function answer(some: Partial<FactorsAnswer>): FactorsAnswer {
  return { ...nothing, ...some };
}

async function toSetUpView({ id, name, key, uri }: AppSetUp): Promise<SetUpView> {
  return { id, name, key: key.replaceAll(/(.{4})(?=.)/g, "$1 "), qr: await drawQrCode(uri) };
}

/** A QR code as the path of an SVG whose dark squares are one unit wide. */
interface QrCode {
  size: number;
  path: string;
}

/** Draws `text` on the server, with the margin of two squares that readers need at least. */
async function drawQrCode(text: string): Promise<QrCode> {
  const { encode } = await import("uqr");
  const { size, data } = encode(text, { ecc: "M", border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { size, path };
}

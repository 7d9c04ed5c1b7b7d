import { z } from "zod";
import { formatRole } from "#shared/accounts/format-role.ts";
import type { FormProblem } from "#shared/pages/refusal.ts";
import { planInviteFile, type PlannedLine, sendInviteFile } from "#worker/accounts/managing/invite-file.ts";
import type { Manager } from "#worker/accounts/managing/manage.ts";
import { openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { ConflictError, InvalidInputError } from "#worker/lib/errors.ts";
import type { FormLimits } from "#worker/lib/forms/parse-form.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { type InviteResult, sumUp } from "./invite-people.ts";

const megabyte = 1024 * 1024;

/** The file comes as it is, or as the text of a field; never both of that size. */
const limits: FormLimits = { bytes: megabyte + 64 * 1024, hasFiles: true };

const importSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("check"),
    // A field without a file arrives as an empty text.
    file: z.union([z.instanceof(File), z.literal("")]).optional(),
    text: z.string().default(""),
  }),
  z.object({ intent: z.literal("send"), text: z.string().max(megabyte), fingerprint: z.string().length(64) }),
]);

/** What would become of a file, and what has become of the one before. */
export interface ImportAnswer {
  text: string;
  lines: ReturnType<typeof toLine>[];
  fingerprint: string;
  /** How many invitations would be sent now, and to how many accounts roles would be given. */
  counts: { invites: number; grants: number; problems: number };
  result: InviteResult | null;
  /** Why nothing was sent. */
  problems: FormProblem[];
}

interface Posted {
  request: Request;
  manager: Manager;
  scope: RequestScope;
}

/** Answers the two forms of the page: the one that looks at a file, and the one that sends what it would do. */
export async function answerImport({ request, manager, scope }: Posted) {
  const title = "Nothing has been sent.";
  const words = { 400: { title: "The file could not be read." }, 403: { title }, 413: { title }, 503: { title } };
  return answerForm(
    { request, schema: importSchema, limits, words },
    async (form) => {
      if (form.intent === "check") return plan(await readText(form), { manager, scope });
      const { text, fingerprint } = form;
      try {
        const sent = await sendInviteFile(openDb(scope.env.DB), { text, fingerprint, manager }, scope);
        return await plan(text, { manager, scope, result: sumUp(sent) });
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
        return plan(text, { manager, scope, problems: [{ message: error.message }] });
      }
    },
    scope,
  );
}

/** @throws {InvalidInputError} when there is no file, or it is no text */
async function readText({ file, text }: { file?: File | "" | undefined; text: string }): Promise<string> {
  if (!file || file.size === 0) {
    if (text.trim() === "") throw new InvalidInputError({ file: ["Choose a file, or paste its lines."] });
    return text;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new InvalidInputError({ file: ["The file is not in UTF-8. Save it as “CSV UTF-8” and choose it again."] });
  }
}

interface Planning extends Omit<Posted, "request"> {
  result?: InviteResult;
  problems?: FormProblem[];
}

async function plan(text: string, { manager, scope, result, problems = [] }: Planning): Promise<ImportAnswer> {
  const found = await planInviteFile(openDb(scope.env.DB), { text, manager });
  if (found.problem !== null) throw new InvalidInputError({ file: [found.problem] });
  const now = found.lines.filter(({ isNow }) => isNow);
  const grants = now.filter(({ planned }) => planned?.kind === "grant").length;
  return {
    text,
    lines: found.lines.map(toLine),
    fingerprint: found.fingerprint,
    counts: {
      invites: now.length - grants,
      grants,
      problems: found.lines.filter(({ isProblem }) => isProblem).length,
    },
    result: result ?? null,
    problems,
  };
}

function toLine({ line, email, planned, why, isProblem }: PlannedLine) {
  const roles = planned?.roles.map(formatRole).join(", ") ?? "";
  const gets = planned?.kind === "grant" ? planned.missing.map(formatRole).join(", ") : "";
  const what = why ?? (gets === "" ? "Gets an invite" : `Has an account, which gets ${gets}`);
  return { line, email, roles, what, state: isProblem ? "problem" : why === null ? "now" : "later" } as const;
}

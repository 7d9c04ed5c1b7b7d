import type { Db } from "#worker/db/client.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { countRoom, invitesPerDay } from "./invites.ts";
import type { Manager } from "./manage.ts";
import { type PlannedInvite, planInvites, type SentInvite, sendInvites } from "./plan-invites.ts";
import { readInviteLines } from "./read-invite-lines.ts";

/** Invitations that one confirmation sends at most; the rest waits for the next one. */
const sentAtOnce = 100;

/** What would become of a line of the file. */
export interface PlannedLine {
  line: number;
  /** As it stands in the file. */
  email: string;
  /** Null where the line itself is wrong. */
  planned: PlannedInvite | null;
  /** Why nothing becomes of it, whether that is a problem or not; null when something does. */
  why: string | null;
  isProblem: boolean;
  /** It is done when the plan is confirmed. */
  isNow: boolean;
}

export interface FilePlan {
  /** What is wrong with the whole file; null when it can be read. */
  problem: string | null;
  lines: PlannedLine[];
  /** Another plan has another one: of the same file, once something has changed. */
  fingerprint: string;
}

interface InviteFile {
  /** The file: CSV with the columns email, roles and note. */
  text: string;
  manager: Manager;
}

/** Says line by line what a file of invitations would do. Changes nothing. */
export async function planInviteFile(db: Db, { text, manager }: InviteFile): Promise<FilePlan> {
  const { lines: read, problem } = readInviteLines(text);
  if (problem !== null) return { problem, lines: [], fingerprint: "" };
  const people = read.flatMap(({ asked }) => (asked ? [asked] : []));
  const [planned, room] = await Promise.all([planInvites(db, { asked: people, manager }), countRoom(db, manager)]);
  const plans = new Map(planned.map((each) => [each.email, each]));
  let [left, invitesLeft] = [sentAtOnce, room];
  const lines = read.map(({ line, ...each }): PlannedLine => {
    if (!each.asked)
      return { line, email: each.email, planned: null, why: each.problem, isProblem: true, isNow: false };
    const { email } = each.asked;
    const plan = plans.get(email) ?? null;
    const why = explainNot(plan, { left, invitesLeft });
    const isNow = why === null;
    if (isNow) left -= 1;
    if (isNow && plan?.kind === "invite") invitesLeft -= 1;
    return { line, email, planned: plan, why, isProblem: plan?.kind === "none" && plan.isProblem, isNow };
  });
  const facts = lines.map(({ line, email, planned: plan, why }) => [line, email, plan?.kind, plan?.roles, why]);
  return { problem: null, lines, fingerprint: await hashText(JSON.stringify([manager.id, facts])) };
}

/**
 * Does what the plan with that fingerprint says, and nothing else. Sent once more, it finds what it has done already.
 * @throws {StaleSignInError} unless the manager has signed in just now
 * @throws {ConflictError} when the plan would be another one by now: nothing has been done then
 */
export async function sendInviteFile(
  db: Db,
  { text, manager, fingerprint }: InviteFile & { fingerprint: string },
  scope: RequestScope,
): Promise<SentInvite[]> {
  const plan = await planInviteFile(db, { text, manager });
  if (plan.problem !== null || plan.fingerprint !== fingerprint)
    throw new ConflictError("Something has changed since you looked. This is how it would be now.");
  const planned = plan.lines.flatMap((each) => (each.isNow && each.planned ? [each.planned] : []));
  return sendInvites(db, { planned, manager }, scope);
}

/** Why nothing comes of a plan now; null when something does. */
function explainNot(
  plan: PlannedInvite | null,
  { left, invitesLeft }: { left: number; invitesLeft: number },
): string | null {
  if (!plan) return "It could not be planned.";
  if (plan.kind === "none") return plan.why;
  if (plan.kind === "invite" && invitesLeft === 0) return `Tomorrow: ${invitesPerDay} invites a day.`;
  return left === 0 ? `Next time: ${sentAtOnce} at once.` : null;
}

/** What HR changes about applications and interviews. */
import { env } from "cloudflare:workers";
import { proposeInterview } from "#worker/hiring/interviews/propose-interview.ts";
import { saveScorecard } from "#worker/hiring/interviews/scorecards.ts";
import { openDb } from "#worker/db/client.ts";
import { moveApplication } from "#worker/hiring/applications/move-application.ts";
import { mergeCandidates } from "#worker/hiring/applications/merge-candidates.ts";
import { makeApplication, makeCandidate, makeFile } from "../../hiring/application-rows.ts";
import { fillProposal, inHours } from "../../hiring/interviews-make.ts";
import { makeAccount } from "../../make.ts";
import { makeScope } from "../../make-scope.ts";
import { type Caller, type FaultCase, ofStaff } from "./case.ts";

const db = openDb(env.DB);
type Made = Awaited<ReturnType<typeof makeApplication>>;
type Form = Record<string, string> | [string, string][];
export const scope = () => makeScope({ MAIL_QUEUE: { sendBatch: async () => {} } as never });
const partly = "each row stands for itself, and the answer names those that failed";

/** A form of the page of one application. */
export function page(
  what: string,
  make: (made: Made, user: Caller) => Promise<Form> | Form,
  more: Partial<FaultCase> = {},
) {
  return ofStaff({
    door: "staff/hiring/applications/application",
    what,
    as: "HR",
    make: async (user) => {
      // Who opens it for the first time is noted.
      const made = await makeApplication({ opened_at: Date.now() });
      return [`/job-applications/${made.id}`, await make(made, user)];
    },
    ...more,
  });
}

const bulk = (door: string, path: string, what: string, fields: [string, string][], more: Partial<FaultCase> = {}) =>
  ofStaff({
    door,
    what,
    as: "HR",
    partly,
    make: async () => {
      const [one, other] = [await makeApplication(), await makeApplication()];
      return [path, [...fields, ["row", `${one.id}:1`], ["row", `${other.id}:1`]]];
    },
    ...more,
  });

const list = "staff/hiring/applications/applications";

export async function propose(id: Made["id"], isBooked = false) {
  const reader = await makeAccount({ roles: ["HR"] });
  const input = { kind: "video", place: "", minutes: 45, message: "", zone: "UTC", isBooked };
  const given = {
    applicationId: id,
    actor: reader.id,
    input: { ...input, times: [inHours(48)], interviewers: [reader.id] },
  };
  const interview = await proposeInterview(db, given, scope());
  return { interview, reader: reader.id };
}

export const hiring: readonly FaultCase[] = [
  page("note", () => ({ do: "note", note: "Called her on Monday." }), {
    leaves: ["application.noted"],
    typed: ["Called her on Monday."],
    repeats: "notes are added beside each other",
  }),
  page(
    "text",
    async ({ id }) => {
      const file = await makeFile(id);
      await db.updateTable("application_texts").set({ state: "failed" }).execute();
      return { do: "text", file: file.id };
    },
    { leaves: ["application.text_asked"] },
  ),
  page("ask-keep", () => ({ do: "ask-keep" }), { leaves: ["application.keep_asked"] }),
  page("merge", async () => ({ do: "merge", candidate: `${(await makeCandidate()).id}:1` }), {
    leaves: ["candidate.merged"],
  }),
  page(
    "part",
    async ({ id, candidate_id }) => {
      const other = await makeCandidate();
      const known = { id: other.id, version: 1 };
      await mergeCandidates(db, { known, into: candidate_id, from: id, actor: (await makeAccount()).id }, scope());
      return { do: "part", candidate: `${other.id}:2` };
    },
    { leaves: ["candidate.parted"] },
  ),
  page("move", ({ id }) => ({ do: `move:interview ${id}:1` }), { leaves: ["application.moved"] }),
  page(
    "undo",
    async ({ id }) => {
      await moveApplication(
        db,
        { known: { id, version: 1 }, to: "interview", actor: (await makeAccount()).id },
        scope(),
      );
      return { do: "undo", undo: `${id}:2:move` };
    },
    { leaves: ["application.moved"] },
  ),
  bulk(list, "/job-applications", "move", [["do", "move:interview"]], { leaves: ["application.moved"] }),
  bulk(list, "/job-applications", "assign", [["do", "assign:nobody"]]),
  bulk(
    list,
    "/job-applications",
    "tag",
    [
      ["do", "tag"],
      ["tag", "azure"],
    ],
    { leaves: ["application.tagged"] },
  ),
  bulk(list, "/job-applications", "end", [
    ["do", "end"],
    ["end", "rejected:skills"],
    ["note", "No Rust."],
  ]),
  bulk("staff/hiring/applications/board", "/job-applications/board", "move", [["do", "move:interview"]]),
  ofStaff({
    door: list,
    what: "assign to somebody",
    as: "HR",
    leaves: ["application.assigned"],
    make: async ({ id: user }) => ["/job-applications", { do: `assign:${user} ${(await makeApplication()).id}:1` }],
  }),
  page(
    "interview:propose",
    async () => fillProposal({ times: [inHours(48)], interviewers: [(await makeAccount({ roles: ["HR"] })).id] }),
    {
      leaves: ["interview.proposed"],
      typed: ["Bring tea."],
      repeats: "a meeting at another time may be meant, and each is shown with its mails",
    },
  ),
  page(
    "interview:book",
    async () =>
      fillProposal({ times: [inHours(48)], interviewers: [(await makeAccount({ roles: ["HR"] })).id], isBooked: true }),
    { leaves: ["interview.booked"], typed: ["Bring tea."], repeats: "a meeting at another time may be meant" },
  ),
  page(
    "interview:change",
    async ({ id }) => {
      const { interview, reader } = await propose(id);
      return fillProposal({ times: [inHours(50)], interviewers: [reader], interview: `${interview}:1` });
    },
    { leaves: ["interview.changed"], typed: ["Bring tea."] },
  ),
  ...(["held", "missed", "cancelled"] as const).map((outcome) =>
    page(
      `interview:${outcome}`,
      async ({ id }) => {
        const { interview } = await propose(id, true);
        // It has begun, unless it is called off.
        const at = outcome === "cancelled" ? inHours(48) : inHours(-2);
        await db.updateTable("interviews").set({ starts_at: at }).execute();
        return { do: `interview:${outcome}`, interview: `${interview}:1` };
      },
      { leaves: [`interview.${outcome}`] },
    ),
  ),
  page(
    "scorecard:save",
    () => ({ do: "scorecard:save", version: "0", verdict: "yes", "verdict-note": "Knows her trade." }),
    {
      leaves: ["scorecard.saved"],
      typed: ["Knows her trade."],
    },
  ),
  page(
    "scorecard:send",
    () => ({ do: "scorecard:send", version: "0", verdict: "yes", "verdict-note": "Knows her trade." }),
    {
      leaves: ["scorecard.sent"],
      typed: ["Knows her trade."],
    },
  ),
  page(
    "scorecard again",
    async ({ id }, { id: actor }) => {
      const input = { scores: [], verdict: "yes", note: "" };
      await saveScorecard(db, { applicationId: id, actor, version: 0, input, isSent: true }, scope());
      return { do: "scorecard:send", version: "1", verdict: "no", "verdict-note": "I was wrong." };
    },
    { leaves: ["scorecard.corrected"], typed: ["I was wrong."] },
  ),
];

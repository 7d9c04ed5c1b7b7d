import { z } from "zod";
import { isEnding, nameStage, readStages } from "#shared/hiring/hiring-stages.ts";
import { asks, defineBulk, type Plan } from "#app/staff/lists/define-bulk.ts";
import { formatColleagueShort } from "#shared/accounts/format-colleague.ts";
import { assignApplication, selectReaders } from "#worker/hiring/applications/assign-application.ts";
import { moveApplication, takeBackMove } from "#worker/hiring/applications/move-application.ts";
import { readStandings } from "#worker/hiring/applications/read-standings.ts";
import { foldTag, tagApplication } from "#worker/hiring/applications/tag-application.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { ConflictError, InvalidInputError } from "#worker/lib/errors.ts";
import { applicationsList, nobody } from "./applications-list.ts";

type Standing = Awaited<ReturnType<typeof readStandings>>[number];

const account = z.union([z.literal(nobody), z.uuid()]);
const stage = z.string().regex(/^[a-z0-9-]{1,40}$/);
const tag = z.string().transform(foldTag).pipe(z.string().min(1));
const note = z
  .string()
  .default("")
  .transform((text) => text.trim().slice(0, 1000));

/**
 * Changes of applications, from the list and from the board: `move:interview` and `assign:<id>`, or with the field `to`; `tag` and
 * `untag` with the field `tag`; `end` with `end` (`rejected:skills`) and `note`.
 */
export const answerApplications = defineBulk({
  permission: "applications.change",
  nouns: applicationsList.nouns,
  select: "an application",
  read: readStandings,
  describe: ({ name }) => ({ name }),
  actions: {
    move: asks(
      { to: stage },
      ({ to }) => {
        if (isEnding(to)) throw new InvalidInputError({ to: ["An end needs a reason."] });
        return planMove(to, {});
      },
      "Choose a stage.",
    ),
    end: asks(
      { end: z.string(), note },
      ({ end, note }) => {
        const [to = "", reason] = end.split(":");
        if (!isEnding(to)) throw new InvalidInputError({ end: ["Choose a reason."] });
        return planMove(to, { reason, note });
      },
      "Choose a reason.",
    ),
    assign: asks({ to: account }, ({ to }, { db }) => planAssign(to, db), "Choose a colleague."),
    tag: asks({ tag }, ({ tag }) => planTag(tag, "tag"), "Write the tag."),
    untag: asks({ tag }, ({ tag }) => planTag(tag, "untag"), "Write the tag."),
  },
  undo: {
    parts: z.union([
      z.tuple([z.literal("move")]),
      z.tuple([z.literal("assign"), account]),
      z.tuple([z.enum(["tag", "untag"]), z.string()], z.string()),
    ]),
    run: async (step, [what, ...value]) => {
      const { db, change: known, actor, scope } = step;
      if (what === "move") return takeBackMove(db, { known, actor }, scope);
      const text = value.join(":");
      return (what === "assign" ? await planAssign(text, db) : planTag(text, what)).run(step, []);
    },
  },
  explain: (error, at) => (error instanceof ConflictError ? explainConflict(at) : null),
  gone: "It has been withdrawn or erased.",
  unstored: "It could not be stored just now. Please try again in a minute.",
});

function planMove(to: string, end: { reason?: string | undefined; note?: string }): Plan<Standing> {
  const name = nameStage(readStages(null), to);
  return {
    done: isEnding(to) ? name.toLowerCase() : `in ${name}`,
    choice: name,
    run: async ({ row, change: known, actor, db, scope }) => {
      if (row.stage === to) return null;
      await moveApplication(db, { known, actor, to, ...end }, scope);
      return ["move"];
    },
  };
}

async function planAssign(to: string, db: Db): Promise<Plan<Standing>> {
  const assignee = to === nobody ? null : (to as AccountId);
  const found =
    assignee && (await selectReaders(db).clearOrderBy().where("accounts.id", "=", assignee).executeTakeFirst());
  if (found === undefined)
    throw new InvalidInputError({ assignee: ["This account cannot read applications. Choose somebody else."] });
  const name = found ? formatColleagueShort(found) : "nobody";
  return {
    done: found ? `with ${name}` : "without an assignee",
    choice: name,
    run: async ({ row, change: known, actor, db, scope, given }) => {
      if (row.assignee_id === assignee) return null;
      await assignApplication(db, { known, actor, assignee, given }, scope);
      return ["assign", row.assignee_id ?? nobody];
    },
  };
}

function planTag(tag: string, what: "tag" | "untag"): Plan<Standing> {
  const isOn = what === "tag";
  return {
    done: isOn ? `tagged “${tag}”` : `without the tag “${tag}”`,
    choice: tag,
    run: async ({ row, change: known, actor, db, scope }) => {
      if ((JSON.parse(row.tags) as string[]).includes(tag) === isOn) return null;
      await tagApplication(db, { known, actor, [isOn ? "add" : "remove"]: [tag] }, scope);
      return [isOn ? "untag" : "tag", tag];
    },
  };
}

/** Who finds it changed reads how it stands now, beside what they chose. */
async function explainConflict({ id, db, choice }: { id: Standing["id"]; db: Db; choice?: string | undefined }) {
  const [now] = await readStandings(db, [id]).catch(() => []);
  if (!now) return "Somebody changed it meanwhile. Nothing was done.";
  const stands = nameStage(readStages(now.stages), now.stage);
  return `Somebody changed it meanwhile: it is in ${stands} now. Your choice was ${choice}; choose again if it still should be.`;
}

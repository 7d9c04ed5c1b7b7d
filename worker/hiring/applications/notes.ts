import { sql } from "kysely";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationNoteId } from "#worker/db/application-work-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { selectReaders } from "./assign-application.ts";
import { indexApplication } from "./text/search-index.ts";

/** Longest note, in UTF-16 code units as `maxlength` counts them. */
const longestNote = 4000;
/** Most colleagues whom one note can name. */
const mostMentions = 20;

interface NewNote {
  applicationId: ApplicationId;
  actor: AccountId;
  note: string;
  /** Colleagues chosen beside the note; those written into it as @address are named too. */
  mentions?: readonly AccountId[];
}

/**
 * Adds a note, and tells the colleagues whom it names. It changes no version: two people may write at once.
 * @throws {ConflictError} when the application is gone
 * @throws {InvalidInputError} when the note is empty or too long, or names somebody who may not read it
 */
export async function writeNote(
  db: Db,
  { applicationId, actor, note, mentions = [] }: NewNote,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  if (note === "") throw new InvalidInputError({ note: ["Write the note."] });
  if (note.length > longestNote)
    throw new InvalidInputError({ note: ["Keep a note within 4,000 characters, or write two."] });
  const named = await readNamed(db, note, mentions);
  const id = newId<ApplicationNoteId>();
  const at = now();
  await runRecorded(db, {
    actor,
    requestId,
    subject: applicationId,
    audit: { action: "application.noted", detail: { mentions: named.length } },
    given: {
      rows: sql`(select 1 from applications where id = ${applicationId} and sealed_at is null)`,
      conflict: "This application is gone. The note was not saved.",
    },
    queries: [
      db
        .insertInto("application_notes")
        .values({ id, application_id: applicationId, author_id: actor, written_at: at, note }),
      ...indexApplication(db, applicationId),
      // It is handled: its term begins anew. Its version stays.
      db.updateTable("applications").set({ updated_at: at }).where("id", "=", applicationId),
      ...named.map((user) =>
        db.insertInto("application_mentions").values({
          note_id: id,
          account_id: user,
          application_id: applicationId,
          // Who names themselves has seen it.
          seen_at: user === actor ? at : null,
        }),
      ),
    ],
  });
}

/** The accounts that a note names: those chosen, and those whose address it holds after an @. */
async function readNamed(db: Db, note: string, mentions: readonly AccountId[]): Promise<AccountId[]> {
  const written = findMentions(note);
  if (written.length === 0 && mentions.length === 0) return [];
  const readers = await selectReaders(db).execute();
  if (mentions.some((id) => !readers.some((reader) => reader.id === id)))
    throw new InvalidInputError({ mentions: ["Somebody you named cannot read applications."] });
  const named = readers.filter(({ id, email }) => mentions.includes(id) || written.includes(email.toLowerCase()));
  if (named.length > mostMentions)
    throw new InvalidInputError({ mentions: [`Name at most ${mostMentions} colleagues in a note.`] });
  return named.map(({ id }) => id);
}

/** Addresses written into a note after an @, in small letters: "@ada@site.example". */
function findMentions(note: string): string[] {
  const found = note.matchAll(/(?<![\w@.])@([\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)/g);
  return [...new Set([...found].map(([, address = ""]) => address.toLowerCase()))];
}

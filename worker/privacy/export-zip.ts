import { makeZip } from "client-zip";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { PersonFile } from "#worker/lib/subject.ts";
import type { PersonRequest } from "./erase.ts";
import { writeHeldData } from "./export-person.ts";
import { selectHeldData } from "./held-data.ts";
import { recordExport } from "./record-export.ts";
import { nameUniquely } from "./name-uniquely.ts";

type Scope = Pick<RequestScope, "env" | "requestId" | "subjects" | "log">;

/**
 * Everything about a person as a ZIP: data.json, the files, and readme.txt, which says what is there and names what could not be
 * given. It is read while it is sent, one file after the other, so that no file is in memory as a whole. Recorded before,
 * with numbers and not of whom.
 */
export async function exportZip(
  db: Db,
  { email, actor }: PersonRequest,
  { env, requestId, subjects, log }: Scope,
): Promise<ReadableStream<Uint8Array>> {
  const { queries, read } = await selectHeldData(db, { email }, { env, subjects });
  const selects = subjects.flatMap(({ personFiles }) => personFiles?.(db, email) ?? []);
  const results = await runBatch(db, [...queries, ...selects]);
  const held = read(results);
  const files = selects.flatMap((query, index) => readRows(query, results[queries.length + index]));
  const detail = { files: files.length, as: "zip" };
  await recordExport(db, { held, actor, requestId, action: "person.exported", detail });
  return zipFiles({ data: writeHeldData(email, held), files, about: everything }, { env, log });
}

interface Archive {
  /** The text of data.json. */
  data: string;
  files: readonly PersonFile[];
  /** What readme.txt says of the archive, and of data.json. */
  about: { title: string; data: string };
}

const everything = {
  title: "What this site stores about you",
  data: "Everything in our database, by kind. Any text editor opens it. Times are in UTC.",
};

/** The archive of data and files, as it is read. What is missing in the bucket is named in readme.txt and ends nothing. */
export function zipFiles(
  { data, files, about }: Archive,
  { env, log }: Pick<Scope, "env" | "log">,
): ReadableStream<Uint8Array> {
  return makeZip(listEntries());

  async function* listEntries() {
    const at = new Date();
    const left: string[] = [];
    try {
      yield { name: "data.json", input: data, lastModified: at };
      const name = nameUniquely();
      for (const file of files) {
        if (file.is_infected === 1)
          left.push(`${file.name}: a virus scanner found something in it, so it is not handed out.`);
        const object = file.is_infected === 1 ? null : await env.MEDIA.get(file.key);
        if (object) yield { name: `files/${name(file.name)}`, input: object.body, lastModified: at };
        else if (file.is_infected === 0) left.push(`${file.name}: the file is no longer stored.`);
      }
      yield { name: "readme.txt", input: writeReadme(about, left), lastModified: at };
    } catch (error) {
      log.error("archive of a person broke off", error);
      throw error;
    }
  }
}

function writeReadme({ title, data }: Archive["about"], left: readonly string[]): string {
  return [
    title,
    "",
    `data.json   ${data}`,
    "files       The files that you sent us, under the names that you gave them.",
    "",
    ...(left.length === 0 ? ["Nothing was left out."] : ["Left out:", ...left.map((each) => `- ${each}`)]),
    "",
  ].join("\r\n");
}

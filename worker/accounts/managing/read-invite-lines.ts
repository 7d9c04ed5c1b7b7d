import { email as emailSchema } from "#shared/accounts/account-fields.ts";
import { formatRole } from "#shared/accounts/format-role.ts";
import { inviteNoteSchema } from "#shared/accounts/invite.ts";
import { type Role, roles } from "#shared/permissions.ts";
import { type CsvRecord, readCsv } from "#worker/lib/text/read-csv.ts";
import type { AskedInvite } from "./plan-invites.ts";

/** Lines that a file may have. */
const mostInviteLines = 500;

/** A line of a file of invitations. */
export type InviteLine = { line: number } & (
  | { asked: AskedInvite; problem: null }
  /** `email` as it stands in the file. */
  | { asked: null; email: string; problem: string }
);

type Columns = Record<"email" | "roles" | "note", number>;

const names: Record<keyof Columns, readonly string[]> = {
  email: ["email", "e-mail", "mail", "address", "e-mail address", "email address"],
  roles: ["roles", "role"],
  note: ["note", "notes"],
};

const inOrder: Columns = { email: 0, roles: 1, note: 2 };

/**
 * The people that a CSV file names: columns email, roles and note, in this order or as its first line says. `problem` is
 * what is wrong with the whole file.
 */
export function readInviteLines(text: string): { lines: InviteLine[]; problem: string | null } {
  const { records, openQuote } = readCsv(text);
  const head = findColumns(records[0]);
  const people = head ? records.slice(1) : records;
  if (openQuote !== null) return fail(`Line ${openQuote} has a quotation mark that nothing ends.`);
  if (people.length === 0) return fail("There is nobody in this file.");
  if (people.length > mostInviteLines) return fail(`A file may have ${mostInviteLines} lines at most.`);
  const seen = new Map<string, number>();
  const lines = people.map((record) => {
    const line = readLine(record, head ?? inOrder);
    if (!line.asked) return line;
    const earlier = seen.get(line.asked.email);
    if (earlier !== undefined) return refuse(record.line, line.asked.email, `The same address as in line ${earlier}.`);
    seen.set(line.asked.email, record.line);
    return line;
  });
  return { lines, problem: null };
}

function fail(problem: string) {
  return { lines: [], problem };
}

/** Where the columns stand, if the first record names them. */
function findColumns(record: CsvRecord | undefined): Columns | null {
  const heads = record?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const find = (column: keyof Columns) => heads.findIndex((head) => names[column].includes(head));
  const columns = { email: find("email"), roles: find("roles"), note: find("note") };
  return columns.email < 0 ? null : columns;
}

function readLine({ line, cells }: CsvRecord, columns: Columns): InviteLine {
  const written = (cells[columns.email] ?? "").trim();
  const email = emailSchema.safeParse(written);
  if (written === "") return refuse(line, "", "There is no e-mail address.");
  if (!email.success) return refuse(line, written, "This is no e-mail address.");
  const words = (cells[columns.roles] ?? "").split(/[|/+,;]/).map((word) => word.trim());
  const wanted = words.filter(Boolean).map((word) => ({ word, role: findRole(word) }));
  const unknown = wanted.find(({ role }) => role === undefined);
  if (unknown) return refuse(line, written, `There is no role “${unknown.word.slice(0, 60)}”.`);
  if (wanted.length === 0) return refuse(line, written, "There is no role.");
  const note = inviteNoteSchema.safeParse(cells[columns.note] ?? "");
  if (!note.success) return refuse(line, written, "The note is longer than 500 characters.");
  const chosen = roles.filter((role) => wanted.some((each) => each.role === role));
  return { line, asked: { email: email.data, roles: chosen, note: note.data }, problem: null };
}

/** A role by its own name or the one that is shown, in any case. */
function findRole(word: string): Role | undefined {
  const plain = fold(word);
  return roles.find((role) => fold(role) === plain || fold(formatRole(role)) === plain);
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]+/g, " ");
}

function refuse(line: number, email: string, problem: string): InviteLine {
  return { line, asked: null, email: email.slice(0, 254), problem };
}

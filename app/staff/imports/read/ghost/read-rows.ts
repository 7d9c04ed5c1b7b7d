import { JSONParser, TokenType } from "@streamparser/json";
import { BrokenFileError } from "../../imported-post.ts";
import { Budget } from "../budget.ts";
import { type Input, readBytes } from "../read-bytes.ts";

/** A row of one of the tables in an export of Ghost. */
export interface GhostRow {
  table: string;
  /** Its place in the table; the first is 0. */
  at: number;
  values: Readonly<Record<string, unknown>>;
}

/** Lists and objects in each other: rows are the seventh. */
const deepest = 100;
/** Bytes and tokens of a file. */
const mostSteps = 600_000_000;

/**
 * The rows of some tables, in the order of the file, piece by piece: `{"db":[{"data":{"posts":[…]}}]}`, or without `db`.
 * @throws {BrokenFileError} with the character at which the file stops being JSON; rows before it were handed over
 */
export async function* readRows(
  input: Input,
  tables: readonly string[],
  budget = new Budget(mostSteps),
): AsyncGenerator<GhostRow> {
  const done: GhostRow[] = [];
  let offset = 0;
  const parser = new JSONParser({
    paths: tables.flatMap((table) => [`$.db.*.data.${table}.*`, `$.data.${table}.*`]),
    keepStack: false,
  });
  let depth = 0;
  parser.onToken = ({ token, offset: at }) => {
    offset = at;
    budget.spend(1);
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > deepest) throw new RangeError("nested without end");
  };
  parser.onValue = ({ value, key, stack }) => {
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      done.push({ table: String(stack.at(-1)?.key), at: Number(key), values: value as Record<string, unknown> });
  };
  let broken: unknown = null;
  const feed = (step: () => void) => {
    try {
      step();
    } catch {
      const place = `${input.name ? `${input.name}, ` : ""}after character ${offset.toLocaleString("en")}`;
      broken = new BrokenFileError("The file is damaged or ends too early. Export or download it again.", place);
    }
  };
  try {
    for await (const bytes of readBytes(input)) {
      // Blank space after the end is fine; the parser takes none.
      budget.spend(bytes.length);
      if (parser.isEnded && /^\s*$/.test(new TextDecoder().decode(bytes))) continue;
      feed(() => parser.write(bytes));
      yield* done.splice(0);
      if (broken) break;
    }
  } catch (error) {
    broken = error;
  }
  if (!broken && !parser.isEnded) feed(() => parser.end());
  yield* done.splice(0);
  if (broken) throw broken;
}

/** A text of a row; "" for anything else. */
export function readString(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

import type { z } from "zod";
import { InvalidInputError } from "../errors.ts";

/**
 * `input` as `schema` makes it.
 * @throws {InvalidInputError} with what is wrong, by field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { value, error } = tryInput(schema, input);
  if (error) throw error;
  return value as z.output<Schema>;
}

/** As `parseInput`, with the error as a value. */
export function tryInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): { value: z.output<Schema>; error: null } | { value: null; error: InvalidInputError } {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { value: parsed.data, error: null };
  return { value: null, error: new InvalidInputError(groupIssues(parsed.error.issues)) };
}

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** What is wrong by the name that a form gives the field, such as `questions[0].label`; `body` for the whole input. */
export function groupIssues(issues: readonly Issue[]): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const { path, message } of issues) {
    const field = nameField(path) || "body";
    fields.set(field, [...(fields.get(field) ?? []), message]);
  }
  return Object.fromEntries(fields);
}

function nameField(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === "number") return `${name}[${part}]`;
    return name === "" ? String(part) : `${name}.${String(part)}`;
  }, "");
}

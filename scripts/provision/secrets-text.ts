import { parseEnv } from "node:util";

/** Texts of files such as .secrets/production.env: they are read by `parseEnv` here, and by wrangler when it uploads them. */

/**
 * `text` with a value of `name`, which is quoted so that both readers find it again. Everything else is as it was.
 * @throws {Error} where one of them would be read as something else
 */
export function setSecret(text: string, name: string, value: string): string {
  const before = deleteSecret(text, name);
  return requireSame(`${before}${endLine(before)}${name}=${quote(name, value)}\n`, {
    ...parseEnv(text),
    [name]: value,
  });
}

/** The new line that a text lacks at its end. */
export const endLine = (text: string): string => (text === "" || text.endsWith("\n") ? "" : "\n");

/** `text` without `name`. @throws {Error} where other values would change */
export function deleteSecret(text: string, name: string): string {
  const { [name]: gone, ...others } = parseEnv(text);
  if (gone === undefined) return text;
  return requireSame(
    text.replaceAll(new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*(?:\\n|$)`, "gm"), ""),
    others,
  );
}

/** A backslash is written without double quotes, where it begins an escape; before a closing quote it may hide that. */
function quote(name: string, value: string): string {
  if (value.endsWith("\\") && /^[^\s#'"`]+$/.test(value)) return value;
  const mark = ['"', "'", "`"].find((each) => !value.includes(each) && !(each === '"' && value.includes("\\")));
  if (mark === undefined || value.endsWith("\\") || value.includes("\r"))
    throw new Error(
      `The value of ${name} cannot be written into a file of secrets: its quotes or backslashes would be read as something else.`,
    );
  return `${mark}${value}${mark}`;
}

/** `text`, once it is read as `wanted`. */
function requireSame(text: string, wanted: Record<string, string | undefined>): string {
  const read = parseEnv(text);
  const names = new Set([...Object.keys(read), ...Object.keys(wanted)]);
  const wrong = [...names].filter((name) => read[name] !== wanted[name]);
  if (wrong.length > 0)
    throw new Error(
      `The file of secrets has lines that cannot be told apart, about ${wrong.join(", ")}. Write each as NAME="value" in one line.`,
    );
  return text;
}

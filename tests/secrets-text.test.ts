/** Files of secrets: what is written into them is what both readers find there. */
import { parseEnv } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { setSecret } from "../scripts/provision/secrets-text.ts";
import { drawNext, forgetFormer } from "../scripts/release/rotate-secret.ts";
import { countRuns } from "./runs.ts";

/** As wrangler reads the file that it uploads: by dotenv. */
function readAsDotenv(text: string): Record<string, string> {
  const line =
    /^\s*(?:export\s+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/gm;
  return Object.fromEntries(
    Array.from(text.matchAll(line), ([, name = "", raw = ""]) => {
      const value = raw.trim();
      const inner = value.replaceAll(/^(['"`])([^]*)\1$/gm, "$2");
      return [name, value.startsWith('"') ? inner.replaceAll("\\n", "\n").replaceAll("\\r", "\r") : inner];
    }),
  );
}

test("whatever a secret is made of, and however the file ends, both readers find every value again, or nothing is written", () => {
  const value = fc.string({ unit: fc.constantFrom(..."ab=#$ \"'`\\n"), minLength: 1, maxLength: 12 });
  const end = fc.constantFrom("", "\n", "\n\n", "\n# a note", "\n# a note\n");
  fc.assert(
    fc.property(value, value, end, (present, password, ending) => {
      let before: string;
      let after: string;
      try {
        before = setSecret("", "SMTP_PASSWORD", password).trimEnd() + ending;
        after = drawNext(`${before}`, present);
      } catch (error) {
        expect((error as Error).message).toMatch(/cannot be written|cannot be told apart/);
        expect(/["'`\\]/.test(present + password)).toBe(true);
        return;
      }
      for (const read of [parseEnv, readAsDotenv]) {
        const { AUTH_SECRET: next = "", ...rest } = read(after);
        expect([next.length, rest]).toEqual([64, { SMTP_PASSWORD: password, AUTH_SECRET_PREVIOUS: present }]);
        expect(read(forgetFormer(after))).toEqual({ AUTH_SECRET: next, SMTP_PASSWORD: password });
      }
    }),
    { numRuns: Math.max(2000, countRuns(20_000)) },
  );
  for (const present of ['p"q', "p'q", "p`q", "p\\q", "p#q", "p\\"]) {
    const begun = drawNext("SMTP_PASSWORD=abc", present);
    expect(parseEnv(begun)).toMatchObject({ SMTP_PASSWORD: "abc", AUTH_SECRET_PREVIOUS: present });
  }
  // A line that only looks like the secret belongs to another value.
  expect(() => drawNext('AUTH_SECRET="x"\nKEY="a\nAUTH_SECRET=b\nc"\n', "x".repeat(48))).toThrow(
    "cannot be told apart",
  );
});

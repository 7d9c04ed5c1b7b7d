import { type FormEvent, useState } from "react";
import { countCharacters, shortestPassword } from "#shared/accounts/password-length.ts";

/**
 * What to say of a new password while it is typed. It never leaves the browser; the code that judges it is loaded with the
 * first letter. `own`: names, addresses and words of the company, as well as those in the form's fields `email` and `name`.
 */
export function useStrength(own: readonly string[]) {
  const [note, setNote] = useState("");

  async function judge({ currentTarget: input }: FormEvent<HTMLInputElement>) {
    const typed = input.value;
    if (typed === "") return setNote("");
    // Not how many are missing: a screen reader would read that with every key.
    if (countCharacters(typed) < shortestPassword) return setNote("Too short yet.");
    const { describeStrength, judgePassword, listOwnWords } = await import("#shared/accounts/password-strength.ts");
    const others = [...(input.form?.elements ?? [])].flatMap((field) =>
      field instanceof HTMLInputElement && ["email", "name"].includes(field.name) ? [field.value] : [],
    );
    if (input.value === typed) setNote(describeStrength(judgePassword(typed, listOwnWords([...own, ...others]))));
  }

  // Without a network the server judges it alone.
  return { note, judge: (event: FormEvent<HTMLInputElement>) => void judge(event).catch(() => setNote("")) };
}

import { explainUnchangeable } from "./delegation.ts";

type Reason = NonNullable<ReturnType<typeof explainUnchangeable>>;

const sentences: Record<Reason, string> = {
  "own account": "Nobody changes their own roles or status. Ask another admin.",
  "role beyond one's own": "This account has a role that you may not give, so you can only read it.",
};

/** Why an account may not be changed, as a sentence for who would like to. */
export function formatUnchangeable(reason: Reason): string {
  return sentences[reason];
}

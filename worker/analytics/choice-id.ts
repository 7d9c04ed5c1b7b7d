import { hashText, toUuid } from "#worker/lib/text/hash-text.ts";

/** What the id of a choice is derived from. */
export interface KnownChoice {
  /** The visitor's number as their browser sent it. */
  visitorId: string;
  status: "accepted" | "rejected";
  /** Epoch milliseconds; exact, as the browser sent them. */
  chosenAt: number;
}

/** The id of a choice whose record names none: the same for every replay. Nobody can get the number from it. */
export async function deriveChoiceId({ visitorId, status, chosenAt }: KnownChoice): Promise<string> {
  return toUuid(await hashText(JSON.stringify([visitorId, status, chosenAt])));
}

import type { Refusal } from "#shared/pages/refusal.ts";

const unreachable: Refusal = {
  status: 0,
  title: "Not sent yet",
  problems: [
    { message: "The site could not be reached. Your answers are still here: check your connection and try again." },
  ],
};

/** Without a network the page stays, with everything that was typed. For `clientAction`. */
export async function keepAnswers<Answer>(serverAction: () => Promise<Answer>): Promise<Answer | Refusal> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return unreachable;
  }
}

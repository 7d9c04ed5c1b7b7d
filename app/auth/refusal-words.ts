import type { RefusalWords } from "#worker/lib/http/refusals.ts";

/** What the forms of links show when they are refused, by status. Server only. */
export const refusalWords: RefusalWords = {
  413: { title: "That is too long to send", message: "Shorten what you entered and try again." },
  429: { title: "Not sent yet", message: "There were too many attempts. Wait a minute, then try again." },
  503: {
    title: "Not sent yet",
    message: "The service is busy just now, and nothing has changed. Try again in a moment.",
  },
};

import type { RefusalWords } from "#worker/lib/http/refusals.ts";

/** What the contact form shows when it was refused, by status. Server only. */
export const refusalWords: RefusalWords = {
  409: {
    title: "Your earlier message is with us",
    message:
      "From this form another message has arrived already. This one is not sent yet: press Send once more to send it too.",
  },
  413: {
    title: "This did not arrive",
    message: "The message is too long to be read. Shorten it, or write to us by e-mail.",
  },
  415: {
    title: "This did not arrive",
    message: "It came in a format that this page does not read. Use the form below, or write to us by e-mail.",
  },
  429: {
    title: "Not sent yet",
    message: "Many messages came from your network within a minute. Wait a minute, then send this one again.",
  },
  503: {
    title: "Not stored yet",
    message: "Our database did not take it just now. Your answers are still here: send them again in a moment.",
  },
};

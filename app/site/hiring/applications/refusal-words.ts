import type { RefusalWords } from "#worker/lib/http/refusals.ts";

/** What the forms of candidates show when they were refused, by status. Server only. */
export const refusalWords: RefusalWords = {
  404: { title: "This opening is not here", message: "There is no such opening. Your answers are still here." },
  409: {
    title: "Your earlier application is with us",
    message:
      "From this form an application has arrived already; the mail about it has a link by which you can add documents. This one is not sent yet: press Send once more to send it as well.",
  },
  413: {
    title: "This did not arrive",
    message: "It is too large to be read. A file may have 10 MB; shorten the texts, or write to us by e-mail.",
  },
  415: {
    title: "This did not arrive",
    message: "It came in a format that this page does not read. Use the form below.",
  },
  429: {
    title: "Not sent yet",
    message:
      "Much came from your network within a minute. Wait a minute, then send it again. A file that you chose just now has to be chosen again.",
  },
  503: {
    title: "Not stored yet",
    message: "Our database did not take it just now. Your answers are still here: send them again in a moment.",
  },
};

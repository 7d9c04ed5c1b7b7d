import type { Standing } from "#worker/hiring/own/own-application.ts";

/** What the page says of the form that led to it, by the name in its address. */
export const notes: Record<string, string> = {
  added: "Your document is with us.",
  picked: "Your interview is booked. A mail with a file for your calendar follows.",
  declined: "We know that none of these times suits you. Somebody proposes others, or writes to you.",
};

/** The state of an application, in words for its candidate. */
export const standings: Record<Standing, { title: string; text: string }> = {
  waiting: {
    title: "It waits to be read",
    text: "It is stored. Nobody has opened it yet; that happens within five working days.",
  },
  reading: { title: "It is being read", text: "Somebody has opened it. They write to you when they know more." },
  "in-progress": {
    title: "We are talking with you",
    text: "You are in the middle of it. The next step is in our last message to you.",
  },
  decided: { title: "The decision is made", text: "A person tells you about it, by e-mail or by telephone." },
  hired: { title: "You are hired", text: "We look forward to working with you." },
  closed: {
    title: "It is closed",
    text: "We do not work on it any longer. If that is not what you want, answer our last message to you.",
  },
  held: {
    title: "You have withdrawn it",
    text: "Nobody who hires can see it any longer. A law makes us keep it for now. It is erased as soon as that duty ends.",
  },
};

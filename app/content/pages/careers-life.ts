import { brand } from "../brand.ts";
import type { Passage } from "../page-types.ts";

export interface CareersLife {
  life: { title: string; text: string; items: readonly Passage[] };
  asking: {
    title: string;
    askTitle: string;
    neverAskTitle: string;
    ask: readonly string[];
    neverAsk: readonly string[];
    note: string;
  };
  /** Commitments that the owner has to confirm. Until then the page shows `note` beside the list. */
  benefits: { title: string; note: string; placeholder: boolean; items: readonly Passage[] };
  access: { title: string; paragraphs: readonly string[]; adjustments: readonly string[] };
}

/** What the careers page says of working here and of being asked. Apart from careers.ts, so that neither the HTML nor a script has all. */
export const careersLife: CareersLife = {
  life: {
    title: "A working week",
    text: "Every company says that its people matter. These are the arrangements by which you could tell.",
    items: [
      {
        title: "One team at a time",
        text: "You belong to one engagement, not to three at a third each. If a second team needs an hour of your knowledge, it books it, and your lead can say no.",
      },
      {
        title: "Study has a place in the calendar",
        text: "Half a day every fortnight, chosen by you and recorded as work. It is the first thing that a late project tries to take, and the lead needs a written reason to do so.",
      },
      {
        title: "On call is shared and counted",
        text: "Those who build also run, in rotation. Each disturbed night is logged, compensated and discussed. Two in one week open a repair task that outranks features.",
      },
      {
        title: "Review is a conversation",
        text: "Code, designs and client letters are read by a second person within one working day. Comments concern the work. New colleagues review senior ones from their first week.",
      },
      {
        title: "Quiet mornings, three days a week",
        text: "No internal meetings before noon from Tuesday to Thursday. Clients sometimes need the hour, and then they get it. Status reports never do.",
      },
    ],
  },
  asking: {
    title: "What we ask, and never ask",
    askTitle: "We ask",
    neverAskTitle: "We never ask",
    ask: [
      "What you have built, repaired or run, and what you would do differently",
      "How you learnt something difficult lately",
      "Whether you may work in the country of the role, with documents only after an offer",
      "Which adjustments would let you show your work",
      "What pay you expect, after we have told you the range, and only if you wish to answer",
    ],
    neverAsk: [
      "Your present or past salary, or proof of it",
      "Your age, family plans, health, faith, origin or union membership",
      "A photograph, a date of birth or your marital status",
      "Passwords to, or a tour of, your private accounts",
      "Unpaid work for a client, under whatever name",
    ],
    note: "If an interviewer asks something from the second list, you need not answer. Please tell us; we will repeat the interview with somebody else.",
  },
  benefits: {
    title: "What we commit to",
    note: "To be confirmed by the owner of this site for each country before launch. Until then these are intentions, not terms of employment.",
    placeholder: true,
    items: [
      {
        title: "Pay in the open",
        text: "A range in each advertisement and one set of bands for everybody. A yearly check for unexplained gaps, with results shared among staff.",
      },
      {
        title: "Leave that gets taken",
        text: "An allowance above the legal minimum. Leads are asked in June and in October who has not used theirs.",
      },
      {
        title: "Parental leave for each parent",
        text: "The same length whatever the route to parenthood, with a phased return.",
      },
      {
        title: "Hours that bend",
        text: "Part-time in any role that can be shared, remote days agreed by the team, and core hours kept short.",
      },
      {
        title: "Pension, cover and equipment",
        text: "A pension contribution, income cover during illness, and tools that suit your hands and eyes.",
      },
    ],
  },
  access: {
    title: "If the process does not fit you",
    paragraphs: [
      `Tell us what would help, at any step, by writing to ${brand.careersEmail} with “Adjustment” in the subject. You need not give a diagnosis. The people who interview you learn what to arrange, not why.`,
      "Everything can be done by keyboard and with a screen reader. If you meet something that cannot, we correct it or find another way, and your dates move accordingly.",
    ],
    adjustments: [
      "Questions in writing a day ahead",
      "Captions, an interpreter or a support person",
      "More time, breaks, or conversations on separate days",
      "Camera off, or a conversation by text",
      "A step-free room, or no travel at all",
    ],
  },
};

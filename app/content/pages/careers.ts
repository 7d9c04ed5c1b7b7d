import { brand } from "../brand.ts";
import { spellOutCapitalized } from "../spell-out.ts";
import type { Closing, PageMeta, Passage, Question, Step } from "../page-types.ts";

export interface CareersPage {
  meta: PageMeta;
  title: string;
  lead: string;
  /** `text` introduces the list, `note` is beside its title, `none` is shown while nothing is open, and `open` leads to the form without a role. */
  openings: { title: string; text: string; note: string; none: string; open: string };
  life: { title: string; text: string; items: readonly Passage[] };
  hiring: { title: string; text: string; steps: readonly Step[]; after: string };
  asking: { title: string; ask: readonly string[]; neverAsk: readonly string[]; note: string };
  /** Commitments that the owner has to confirm. Until then the page shows `note` beside the list. */
  benefits: { title: string; note: string; placeholder: boolean; items: readonly Passage[] };
  access: { title: string; paragraphs: readonly string[]; adjustments: readonly string[] };
  questions: readonly Question[];
  closing: Closing;
}

const hiringSteps: readonly Step[] = [
  {
    title: "Apply",
    when: "About 5 minutes",
    text: "A CV, or plain text in place of one, and a few questions about the role. No cover letter and no account to create.",
  },
  {
    title: "Reading",
    when: "Within 5 working days",
    text: "Two people read every application against the published criteria. No software rejects anybody.",
  },
  {
    title: "First call",
    when: "30 minutes",
    text: "With the hiring lead. We describe the work, including its dull parts, and repeat the pay range. You decide whether to continue.",
  },
  {
    title: "Work sample",
    when: "Up to 2 hours",
    text: "A small task like the job: review a change, sketch a design, answer a client. Do it at home or with us. It is never client work, and we pay for anything longer.",
  },
  {
    title: "Conversations",
    when: "Half a day, may be split",
    text: "Three talks of 45 minutes: the work sample, how you work with others, and your questions. The same questions go to each candidate for a role.",
  },
  {
    title: "Decision",
    when: "Within 3 working days",
    text: "By telephone, then in writing. An offer stays open for ten days. A refusal comes with its reason, and with feedback if you want it.",
  },
];

export const careers: CareersPage = {
  meta: {
    title: "Careers: life here and how we hire",
    description:
      "What a working week is like, each step of hiring with its length, what we ask and never ask, and how to get adjustments before an interview.",
  },
  title: "Build it, run it, sleep at night",
  lead: "We hire people who want to see what becomes of their work. That includes the part at three in the morning, so we take care that it stays rare.",
  openings: {
    title: "Openings",
    text: "Each says what it pays, where the work is done and until when it is open.",
    note: "Newest first. If no role fits:",
    open: "Apply without a role",
    none: "No role is open at the moment. New ones are listed here, each with its pay range, place of work and closing date.",
  },
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
  hiring: {
    title: "How we hire",
    text: `${spellOutCapitalized(hiringSteps.length)} steps, about four weeks from application to offer. You talk to at least four people, and one of them would be your neighbour at work.`,
    steps: hiringSteps,
    after:
      "If we are late at any step, the hiring lead writes to you before you have to ask. References come after an offer, from people whom you name.",
  },
  asking: {
    title: "What we ask, and never ask",
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
  questions: [
    {
      question: "May I apply without a degree?",
      answer:
        "Yes. We list a formal qualification only where a law or a client’s regulator demands it, and the advertisement then says which. Otherwise show us work: a repository, a runbook, a process you improved. If a role needs a licence that you lack, we will tell you before the first call.",
    },
    {
      question: "Do you use AI to choose people?",
      answer:
        "No tool ranks, scores or rejects applicants. You may use one to prepare, as you would at work. In the live conversation we want your own reasoning, so please leave it closed there. If your work sample was written with help, say so; hiding it counts against you, using it does not.",
    },
    {
      question: "How much travel is there?",
      answer:
        "It depends on the engagement, and each role states an upper limit in nights per month. You can decline travel beyond it without giving a reason. If being at home every night is essential, avoid roles with a plant or a hospital in the title; those need people on site.",
    },
    {
      question: "Can I apply again after a refusal?",
      answer:
        "After six months for the same role, at any time for a different one. Nobody sees the earlier decision until they have formed their own. If our feedback named a skill, mention what you did about it. If it named a lack of openings, try again when roles appear.",
    },
  ],
  closing: {
    title: "Ask before you apply",
    description: "What is the on-call load? Who would be my lead? Write, and somebody who does the job will answer.",
    subject: "Careers",
  },
};

import { spellOutCapitalized } from "../spell-out.ts";
import type { Closing, PageMeta, Question, Step } from "../page-types.ts";

export interface CareersPage {
  name: string;
  meta: PageMeta;
  title: string;
  lead: string;
  hiring: { title: string; text: string; steps: readonly Step[]; after: string };
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

/** The careers page around ./careers-life.ts and ./openings.ts. Only the server loads it. */
export const careers: CareersPage = {
  name: "Careers",
  meta: {
    title: "Careers: life here and how we hire",
    description:
      "What a working week is like, each step of hiring with its length, what we ask and never ask, and how to get adjustments before an interview.",
  },
  title: "Build it, run it, sleep at night",
  lead: "We hire people who want to see what becomes of their work. That includes the part at three in the morning, so we take care that it stays rare.",
  hiring: {
    title: "How we hire",
    text: `${spellOutCapitalized(hiringSteps.length)} steps, about four weeks from application to offer. You talk to at least four people, and one of them would be your neighbour at work.`,
    steps: hiringSteps,
    after:
      "If we are late at any step, the hiring lead writes to you before you have to ask. References come after an offer, from people whom you name.",
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

import { spellOutCapitalized } from "../spell-out.ts";
import type { Closing, PageMeta, Passage, Question, Step } from "../page-types.ts";

type PartnerCategoryId = "clouds" | "applications" | "security" | "data" | "specialists";

interface PartnerCategory extends Passage {
  id: PartnerCategoryId;
}

export interface Partner {
  /** True until the entry names a real company. The page marks such entries and does not link them. */
  placeholder: boolean;
  name: string;
  category: PartnerCategoryId;
  /** What the partner supplies, in one sentence. */
  what: string;
}

export interface PartnersPage {
  slug: string;
  name: string;
  /** One line under the name: what the reader gets. */
  promise: string;
  meta: PageMeta;
  /** Three short facts under the intro. No figures. */
  facts: readonly Passage[];
  /** Why the page exists: two to three paragraphs. */
  reason: { title: string; paragraphs: readonly string[] };
  /** How a partner is chosen. */
  criteria: { title: string; items: readonly Passage[] };
  /** How commercial ties are disclosed. */
  disclosure: { title: string; see: string; note: string; items: readonly Passage[] };
  categories: readonly PartnerCategory[];
  /** `note` is shown beside the list while one entry is a placeholder, and `mark` at each such entry. */
  list: { title: string; note: string; mark: string; partners: readonly Partner[] };
  /** Becoming a partner: exactly five steps. */
  joining: { title: string; text: string; steps: readonly Step[] };
  questions: readonly Question[];
  closing: Closing;
}

const categories: readonly PartnerCategory[] = [
  {
    id: "clouds",
    title: "Clouds",
    text: "Providers of computing, storage and managed services, on whose platforms we build and operate.",
  },
  {
    id: "applications",
    title: "Business applications",
    text: "Makers of ERP, CRM, service and automation products that we configure and connect.",
  },
  {
    id: "security",
    title: "Networks and security",
    text: "Suppliers of firewalls, identity, detection and recovery, including independent testers.",
  },
  {
    id: "data",
    title: "Data and AI",
    text: "Warehouses, pipelines, models and the tools that keep watch over them.",
  },
  {
    id: "specialists",
    title: "Specialists",
    text: "Smaller firms with one deep skill, such as validation, accessibility or plant control, who join our teams by name.",
  },
];

export const partners: PartnersPage = {
  slug: "partners",
  name: "Partners",
  promise: "Whose products we work with, how we chose them, and what each side earns from it.",
  meta: {
    title: "Partners: how we choose them and what we disclose",
    description:
      "How we choose technology and delivery partners, what we disclose about commissions and resale, and how to become a partner in five plain steps.",
  },
  facts: [
    { title: "Paid in the open", text: "A commission or rebate stands in the proposal, on the line below the price." },
    {
      title: "Never the only option",
      text: "Where we would earn something, you also hear of a choice that earns us nothing.",
    },
    {
      title: "Tried before signed",
      text: "We break it, upgrade it and leave it on our own bench before we recommend it.",
    },
  ],
  reason: {
    title: "Advice has an owner",
    paragraphs: [
      "Nobody builds a hospital record, a trading platform or a factory network alone. Somebody else makes the database, the firewall and the laptop. A consultancy that recommends them has relationships with some of their makers, and you are entitled to know which.",
      "A page of logos does not tell you that. It says who has signed a programme, not who is good at what, or who is paid. This page sets out our rules instead, and the list below is held to them.",
    ],
  },
  criteria: {
    title: "What we look at before we sign",
    items: [
      {
        title: "We have used it in anger",
        text: "Our engineers have run the product, or a trial of it, through a failure and an upgrade. A demonstration does not count.",
      },
      {
        title: "You can leave it",
        text: "Data comes out in an open format, and the exit has been tried on a copy. A difficult exit is not a veto, but it is written into the advice.",
      },
      {
        title: "Support answers",
        text: "We open a real ticket at the level a customer would buy, and note how long a useful reply takes.",
      },
      {
        title: "Security is documented",
        text: "Recent audit reports, a way to report flaws, and a record of how the last ones were handled. Silence counts against a maker.",
      },
      {
        title: "The price can be forecast",
        text: "We model three years at your volumes, including the step where a discount ends.",
      },
      {
        title: "They treat people decently",
        text: "Suppliers of staff show us contracts and working hours. Our own conduct rules apply to anybody who works in our name.",
      },
    ],
  },
  disclosure: {
    title: "What we earn, and how you will know",
    see: "See what we earn",
    note: "Commercial ties are normal. Hidden ones are the problem. These rules hold for each proposal that names a product.",
    items: [
      {
        title: "In the proposal, beside the price",
        text: "If we receive a commission, a rebate, a referral fee or funding for the work, the proposal gives the amount, or the rate where the amount is open.",
      },
      {
        title: "Always with an alternative",
        text: "Where we would earn from a recommendation, we name at least one option from which we earn nothing, and say what it does better.",
      },
      {
        title: "No product targets for advisers",
        text: "The people who recommend are not paid by what is bought. Their reviews look at delivery, not at licences.",
      },
      {
        title: "Gifts are declined",
        text: "A working lunch is fine. Travel, tickets and devices go back, and the offer is recorded.",
      },
    ],
  },
  categories,
  list: {
    title: `${spellOutCapitalized(categories.length)} kinds of partner`,
    note: "These entries are placeholders. They stand for no company and will be replaced by partners who have agreed to be named.",
    mark: "Placeholder",
    partners: [
      {
        placeholder: true,
        name: "Partner name",
        category: "clouds",
        what: "Which services we build on, and in which regions.",
      },
      {
        placeholder: true,
        name: "Partner name",
        category: "applications",
        what: "Which modules we configure, and which we leave to others.",
      },
      {
        placeholder: true,
        name: "Partner name",
        category: "security",
        what: "Which controls they supply, and who watches the alerts.",
      },
      {
        placeholder: true,
        name: "Partner name",
        category: "data",
        what: "Which part of the data platform is theirs.",
      },
      {
        placeholder: true,
        name: "Partner name",
        category: "specialists",
        what: "The one skill they bring, and the work it was tried on.",
      },
    ],
  },
  joining: {
    title: "Becoming a partner",
    text: "We keep the list short, so that each entry means something. If you make or do something our clients need, this is how it goes.",
    steps: [
      {
        title: "Write",
        when: "Day 1",
        text: "One page: what you do, for whom it is wrong, and one customer we may call.",
      },
      {
        title: "Talk",
        when: "Within 3 weeks",
        text: "An engineer of ours and one of yours, an hour, with the product open. Sales may listen.",
      },
      {
        title: "Try",
        when: "Weeks 4 to 8",
        text: "We run it on a problem of our own, then send you our notes, flattering or not.",
      },
      {
        title: "Agree",
        when: "Weeks 9 to 11",
        text: "A short agreement on support, prices, disclosure and how either side ends it.",
      },
      {
        title: "Review",
        when: "Once a year",
        text: "We go through tickets, projects and complaints together. Partners without shared work in two years come off the list.",
      },
    ],
  },
  questions: [
    {
      question: "Do you recommend only partners’ products?",
      answer:
        "No. The list shows whom we know well, not what you may choose. Many good products have no agreement with us, and we work on what clients already run. Where we lack experience of a product, we say so and price the learning, or suggest somebody who has it.",
    },
    {
      question: "Who answers for a partner’s mistakes in our project?",
      answer:
        "If the partner works under our contract, we do, and you have one address for complaints. If you contract with them directly, they do, and we help you hold them to it. The proposal states which applies for each supplier before anybody signs.",
    },
    {
      question: "May we bring our own suppliers?",
      answer:
        "Please do. We agree in writing who decides, who tests and who is called first at night. The arrangement works badly in one case: when two suppliers are each responsible for half of an outcome. Then we ask you to give the whole of it to one, even if it is not us.",
    },
    {
      question: "When is partnering with us a poor idea?",
      answer:
        "If you need resale volume or a quota from us, look elsewhere: our advisers carry none. The same goes for products too young to have customers we can call. Come back after the second release. A referral without an agreement costs neither side anything in the meantime.",
    },
  ],
  closing: {
    title: "Make something our clients need?",
    description: "Send the one page. Somebody who would use your product will read it and reply, whatever the answer.",
    subject: "Partnership",
  },
};

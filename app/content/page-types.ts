/** The types of the copy of pages. Each page has a file in services/, industries/ or pages/. */

/** A page above another one in its breadcrumbs. */
export interface Crumb {
  to: string;
  name: string;
}

/**
 * What search engines and shared links show. `title` 30 to 60 characters without the brand, `description` 110 to 160.
 */
export interface PageMeta {
  title: string;
  description: string;
}

export interface Passage {
  title: string;
  text: string;
}

/** A step of the work; `when` says how long it takes or when it happens, e.g. "Weeks 1 to 3". */
export interface Step extends Passage {
  when: string;
}

export interface Question {
  question: string;
  answer: string;
}

/**
 * A figure of an example. It is an illustration, and pages say so. `value` such as "41 %", `note` names the baseline.
 */
interface ExampleFigure {
  value: string;
  note: string;
}

/** A before-and-after line of an example: `points` from first to last, in `unit`, drawn as a chart with its table. */
export interface ExampleSeries {
  /** The finding in one sentence, e.g. "Unplanned stops fell from 14 to 5 a month". */
  finding: string;
  unit: string;
  points: readonly { label: string; value: number }[];
}

export interface Closing {
  /** Without one the call to action has its default title. */
  title?: string;
  description: string;
  /** The subject the contact form starts with. */
  subject: string;
}

export interface ServicePage {
  slug: string;
  name: string;
  /** One line under the name: what the reader gets. */
  promise: string;
  meta: PageMeta;
  /** Three short facts under the intro, if the page has them. No figures. */
  facts?: readonly Passage[];
  /** The reader's problem, in their words: two to three paragraphs. */
  problem: { title: string; paragraphs: readonly string[] };
  /** Five to seven things we do, as verbs. */
  offers: readonly Passage[];
  /** Exactly five steps: each lights one more ray of the star. */
  steps: readonly Step[];
  /** An example of what changes, marked as an illustration. */
  example: { title: string; text: string; figures: readonly ExampleFigure[]; series: ExampleSeries };
  technologies: readonly { group: string; names: readonly string[] }[];
  /** Two to four slugs of industries. */
  industries: readonly string[];
  questions: readonly Question[];
  closing: Closing;
}

/** One of the four capabilities of an industry's card, in depth. */
export interface Capability extends Passage {
  /** Slug of the service page behind it. */
  service: string;
  /** Two to four concrete pieces of work. */
  points: readonly string[];
}

/**
 * A reference architecture: columns from the sources of data to those who use it. `flows` join blocks by id and are
 * drawn left to right; `summary` describes the drawing for people who cannot see it.
 */
export interface Architecture {
  title: string;
  summary: string;
  columns: readonly { name: string; blocks: readonly { id: string; name: string; note: string }[] }[];
  flows: readonly { from: string; to: string; name: string }[];
}

export interface IndustryPage {
  slug: string;
  name: string;
  /** The industry's question, in the largest text of the page. */
  question: string;
  lead: string;
  meta: PageMeta;
  /** Three to four pressures. */
  pressures: readonly Passage[];
  /** The four services of its card, in its order (for Technology: four that fit). */
  capabilities: readonly Capability[];
  architecture: Architecture;
  /** Standards and laws that shape the work, and what we do about each. No promise of certification. */
  compliance: readonly Passage[];
  questions: readonly Question[];
  closing: Closing;
}

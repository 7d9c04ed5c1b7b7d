import type { ServicePage } from "../page-types.ts";

export const applicationLifecycle: ServicePage = {
  slug: "application-lifecycle",
  name: "Application Lifecycle",
  promise: "A product team that designs, builds and releases every fortnight, then stays to run what it made.",
  meta: {
    title: "Application development, support and modernisation",
    description:
      "Custom software from the first user interview to retirement: fortnightly releases, tests before changes, and the same team on call afterwards.",
  },
  problem: {
    title: "One person understands the pricing engine. She is on leave.",
    paragraphs: [
      "Software ages quietly. It goes on working while the people who understand it leave, its framework passes out of support, and each change takes a little longer than the one before. Nothing fails, so nothing is funded.",
      "Then a regulation, a merger or a security notice asks for a change by a fixed date. The estimate comes back in quarters. Someone proposes a rewrite, and the business is invited to stand still for two years.",
      "There is a middle way, and it is unglamorous: small releases on a known rhythm, tests before changes, and one team that both builds and runs. People who carry the pager write calmer software.",
    ],
  },
  offers: [
    {
      title: "Watch people work",
      text: "Before a requirement is written we sit with those who will use the thing. Half of what they need is usually visible on sticky notes around the screen.",
    },
    {
      title: "Design in the open",
      text: "Clickable prototypes by the third week, tested with five users, accessible to WCAG 2.2 AA from the first sketch.",
    },
    {
      title: "Build and release each fortnight",
      text: "Trunk-based development, feature flags and a pipeline that deploys on a weekday morning, when everyone is there to see it.",
    },
    {
      title: "Replace by slices",
      text: "An old system gives up one function at a time behind a stable front. Users move screen by screen, and either side can be stopped.",
    },
    {
      title: "Test for a living",
      text: "Automated checks for behaviour, load and accessibility, weighted to the ten paths that carry the money.",
    },
    {
      title: "Manage the portfolio",
      text: "Second- and third-line support, upgrades before support ends, and a yearly note per application: invest, keep or retire.",
    },
    {
      title: "Retire with care",
      text: "Records exported in readable form, interfaces closed in order, licences cancelled, and the last server turned off in front of a witness.",
    },
  ],
  steps: [
    {
      title: "Listen",
      when: "Weeks 1 and 2",
      text: "Interviews, support tickets and the code itself. The outcome is a list of ten problems, in order, with the cost of each.",
    },
    {
      title: "Sketch",
      when: "Weeks 3 and 4",
      text: "Prototypes, an architecture on two pages, and a first release small enough to be slightly embarrassing.",
    },
    {
      title: "Ship",
      when: "By week 8",
      text: "That first release reaches real users, in production, with monitoring. Everything after it is a correction.",
    },
    {
      title: "Repeat",
      when: "Every two weeks",
      text: "Plan, build, release, look at the figures. Scope moves freely; the date and the quality bar do not.",
    },
    {
      title: "Keep",
      when: "As long as it lives",
      text: "The same people answer incidents, apply upgrades and bring your developers in until they no longer need ours.",
    },
  ],
  example: {
    title: "An example: a claims system that could change again",
    text: "An insurer’s claims application has 48 screens on a framework past its support date. Rather than rewrite, a team of seven adds tests around the old core and moves screens to a new front end in order of use. Two screens prove harder than all the others and are left where they are for a year.",
    figures: [
      { value: "14 days", note: "median from approved change to production after a year; 74 days before" },
      { value: "6\u00A0%", note: "of releases needed a fix within 48 hours; 19\u00A0% in the previous year" },
      { value: "31 of 48", note: "screens on the new front end after twelve months; the plan was 34" },
    ],
    series: {
      finding: "The median wait from approved change to production fell from 74 to 14 days in four quarters",
      unit: "days, median",
      points: [
        { label: "Before", value: 74 },
        { label: "Quarter 1", value: 61 },
        { label: "Quarter 2", value: 38 },
        { label: "Quarter 3", value: 21 },
        { label: "Quarter 4", value: 14 },
      ],
    },
  },
  technologies: [
    { group: "Screens", names: ["TypeScript", "React", "Angular", "Flutter"] },
    { group: "Services", names: [".NET", "Java with Spring", "Node.js", "Python"] },
    { group: "Storage", names: ["PostgreSQL", "SQL Server", "Oracle Database", "Redis"] },
    { group: "Delivery", names: ["GitHub Actions", "Azure DevOps", "Docker", "Playwright"] },
  ],
  industries: ["healthcare", "pharmaceutical", "technology"],
  questions: [
    {
      question: "Should we rewrite it?",
      answer:
        "Seldom in one go. A full rewrite freezes the business, repeats old mistakes and loses rules that exist only in the code. It can be right when the platform is unsupportable, the system is small, or the process itself is ending. Otherwise replace it in slices and stop when the pain stops.",
    },
    {
      question: "Fixed price, or time and materials?",
      answer:
        "Fixed price suits work that can be described completely, such as an upgrade or a retirement. For a product it buys arguments about scope. There we suggest a fixed team at a fixed monthly rate, with the right to stop at the end of any fortnight and keep all that was built.",
    },
    {
      question: "Can you take over software that others wrote?",
      answer:
        "Yes, if we may read the code and its tickets first. We allow four to six weeks: build it from source, deploy to a copy, fix three small defects, write down what we learnt. If it cannot be built from source, you will want to know that in week one.",
    },
    {
      question: "Do your developers use AI assistants?",
      answer:
        "Where your policy allows it, yes, for drafts, tests and explaining old code. Every line is read by a person who answers for it, and passes the same checks. Your code stays out of services that train on it. If you prefer none, we work without and say what that costs.",
    },
    {
      question: "When is custom software a mistake?",
      answer:
        "When a product on the market covers four fifths of the need and the last fifth is habit. Payroll, expenses and ticketing are common cases. Write your own only where the process sets you apart or where no product fits, and budget for its whole life, not only for its birth.",
    },
  ],
  closing: {
    title: "Which change has waited longest?",
    description: "Describe it in two sentences. We will reply with the questions we would ask before estimating.",
    subject: "Application Lifecycle",
  },
};

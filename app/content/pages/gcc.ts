import type { ServicePage } from "../page-types.ts";

export const gcc: ServicePage = {
  slug: "gcc",
  name: "Global Capability Centers",
  promise:
    "Set up a centre of your own, have it run properly from its first quarter, and take it over when you are ready.",
  meta: {
    title: "Global Capability Centers: build, operate, transfer",
    description:
      "Plan, staff and run a capability centre abroad that belongs to you: the business case, the first team, the transfer of work and a dated exit for us.",
  },
  facts: [
    {
      title: "Yours by design",
      text: "Your name on the door, your tools on the desks, your policies from the first day.",
    },
    { title: "Whole work, not tasks", text: "A product or a ledger moves with its decisions, or it stays at home." },
    { title: "An exit on paper", text: "The price and the date of our leaving are agreed before the first hire." },
  ],
  problem: {
    title: "Your own centre, or a supplier’s?",
    paragraphs: [
      "A capability centre is your company in another place. It uses your tools and policies, and it does work you would otherwise hire or buy. It suits work that is continuous, that teaches you something, and that you would regret leaving with a supplier. Other work is better bought.",
      "Centres disappoint in recognisable ways. Tasks are sent over in fragments, so nobody there can finish anything. Managers at home keep the decisions and wonder about morale. Pay is benchmarked once, and attrition does the rest.",
      "The calendar matters too. Year one is about hiring and trust, year two about ownership, and in year three the centre should propose work instead of receiving it. We plan backwards from that third year, including the day you no longer need us.",
    ],
  },
  offers: [
    {
      title: "Make the case, or unmake it",
      text: "Five-year cost against two alternatives: hiring at home and buying the service. It includes travel, management time and a bad year for the exchange rate.",
    },
    {
      title: "Choose the place",
      text: "Three cities compared on the skills you need, pay over time, notice periods, hours shared with your teams and the flights between.",
    },
    {
      title: "Arrange the ground",
      text: "Premises, payroll, equipment, networks and insurance, coordinated with the lawyers and tax advisers you appoint.",
    },
    {
      title: "Hire the first team",
      text: "Leads before members, and the head of the centre first. Your managers sit on every panel for the first thirty hires.",
    },
    {
      title: "Transfer whole pieces of work",
      text: "A product, a ledger or a service with its decisions attached. What moves is listed, and so is what does not.",
    },
    {
      title: "Operate the centre",
      text: "Workplace, security, people operations and delivery reporting, to the same standards as your other offices.",
    },
    {
      title: "Hand over the keys",
      text: "Contracts, leases and people move to your entity, at a price set by a formula agreed before the first hire.",
    },
  ],
  steps: [
    {
      title: "Decide",
      when: "Months 1 and 2",
      text: "Business case, location and scope for your board. A well-argued no is an accepted result.",
    },
    {
      title: "Prepare",
      when: "Months 3 to 5",
      text: "Legal form, premises, security design and the head of the centre. Knowledge transfer is planned by role and week.",
    },
    {
      title: "Seed",
      when: "Months 6 to 9",
      text: "The first twenty to thirty people, two pieces of work, and an exchange of visits in both directions.",
    },
    {
      title: "Grow",
      when: "Months 10 to 24",
      text: "Add teams only while retention and quality hold. Decisions move over in writing, one at a time.",
    },
    {
      title: "Transfer",
      when: "Months 24 to 36",
      text: "Your entity takes over people and contracts. We leave in a stated order, with support for two closing months.",
    },
  ],
  example: {
    title: "An example: finance and data, two years in",
    text: "A group opens a centre for reporting and data engineering. The first two quarters go badly: tasks arrive in pieces and the home team answers questions all day. In the third, whole ledgers move with their approvals, and ownership begins to rise. The second hiring round waits a quarter until early leavers are understood.",
    figures: [
      {
        value: "58\u00A0%",
        note: "of work items finished without a decision from head office in quarter eight; 5\u00A0% in quarter one",
      },
      { value: "12\u00A0%", note: "voluntary attrition in year two; 19\u00A0% in year one" },
      {
        value: "14 weeks",
        note: "until a new colleague works unaided, judged by the team lead; 26 for the first intake",
      },
    ],
    series: {
      finding: "Work finished without a decision from head office rose from 5 to 58 per cent in eight quarters",
      unit: "% of work items",
      points: [
        { label: "Quarter 1", value: 5 },
        { label: "Quarter 2", value: 7 },
        { label: "Quarter 3", value: 18 },
        { label: "Quarter 4", value: 27 },
        { label: "Quarter 5", value: 34 },
        { label: "Quarter 6", value: 43 },
        { label: "Quarter 7", value: 52 },
        { label: "Quarter 8", value: 58 },
      ],
    },
  },
  technologies: [
    { group: "People", names: ["Workday", "SAP SuccessFactors"] },
    { group: "Workplace", names: ["Microsoft 365", "Microsoft Entra ID", "Microsoft Intune"] },
    { group: "Delivery", names: ["Jira", "GitHub", "Azure DevOps", "ServiceNow"] },
    { group: "Reporting", names: ["Power BI"] },
  ],
  industries: ["finserv", "pharmaceutical", "technology"],
  questions: [
    {
      question: "How large must a centre be?",
      answer:
        "As a rule of thumb, plan for forty people or more within two years. Below that, the head of the centre, payroll, security and travel weigh too much on each seat. With fifteen or twenty, a dedicated team at a supplier, or a few remote employees, will serve you better.",
    },
    {
      question: "When is a centre the wrong answer?",
      answer:
        "When the aim is only a lower rate this year, when demand comes and goes, or when your processes live in the heads of people about to be let go. Savings arrive in year two or later. If the sponsor will have moved on by then, wait.",
    },
    {
      question: "Own it from the start, or build, operate, transfer?",
      answer:
        "Own it directly if you already employ people in the country and have a leader to send. Build, operate, transfer suits a first entry: an operator carries the early risk for a fee, and you pay again at transfer. Agree that price at signing, when both sides are still polite.",
    },
    {
      question: "What happens to the people who do the work today?",
      answer:
        "Tell them early, and truthfully. We ask for their new roles or terms to be settled before knowledge transfer starts, because nobody teaches well under threat. Some will become product owners or auditors of the moved work. Where jobs end, local consultation law sets the pace.",
    },
    {
      question: "How are intellectual property and data protected?",
      answer:
        "Assignment clauses are written for local law, since foreign templates often fail there. Data stays in your systems, reached by managed devices and named accounts. Where a law restricts transfer abroad, the work is split so that restricted records stay at home. Your own audit team may visit unannounced.",
    },
  ],
  closing: {
    title: "Start with the business case.",
    description: "Tell us which work, how many people and by when. We will name the assumption that decides it.",
    subject: "Global Capability Centers",
  },
};

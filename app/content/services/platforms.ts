import type { ServicePage } from "../page-types.ts";

export const platforms: ServicePage = {
  slug: "platforms",
  name: "Platforms",
  promise: "ERP, CRM, service desk and automation, fitted to the work and joined by interfaces that somebody owns.",
  meta: {
    title: "Business platforms: ERP, CRM and integration",
    description:
      "We fit ERP, CRM and service platforms to how your people work, connect them to the systems around them, and automate the copying in between.",
  },
  problem: {
    title: "Count the spreadsheets between your systems",
    paragraphs: [
      "Between order entry and the ledger sits a file called Final_v7. Somebody exports it on Thursday evening, corrects it by hand and imports it on Friday. It has no owner, no log and no holiday cover, and the quarter depends on it.",
      "Such files appear for a reason. A platform arrived with its own idea of the process, and where the idea did not fit, people built a bridge. Ten years later there are more bridges than platform, and every upgrade means rebuilding them all.",
      "So we start with the bridges. Each marks a place where process and product disagree. Sometimes the product should bend and sometimes the process should. The choice belongs to whoever runs the process, not to a consultant.",
    ],
  },
  offers: [
    {
      title: "Compare the fit before the licence",
      text: "Your twenty hardest transactions, played through two or three candidate products on your own data. The demonstration script is ours, not the vendor’s.",
    },
    {
      title: "Implement finance and operations",
      text: "Ledger, purchasing, stock and production, configured close to standard. Each deviation has a sponsor, a price and an expiry date.",
    },
    {
      title: "Put sales and service on one record",
      text: "One customer, one history, visible to the person on the phone. Fields that nobody reads are removed before the data is moved.",
    },
    {
      title: "Connect systems",
      text: "Interfaces with a contract, a retry, an alert and an owner. Files by night are allowed where night is soon enough.",
    },
    {
      title: "Automate the copying",
      text: "Robots and flows for steps that systems cannot yet do themselves, listed in a register and removed when they can.",
    },
    {
      title: "Keep low code in bounds",
      text: "Environments, naming, review and a support path, so that a department’s good idea survives its author’s next promotion.",
    },
  ],
  steps: [
    {
      title: "Walk",
      when: "Weeks 1 to 3",
      text: "Follow one order, one hire and one complaint through every desk and screen. Each manual step is written down and timed.",
    },
    {
      title: "Fit",
      when: "Weeks 4 to 7",
      text: "List the gaps between product and process. For each, the process owner decides: change the work, configure, extend or live with it.",
    },
    {
      title: "Configure",
      when: "Weeks 8 to 18",
      text: "Show it back every second week, with your own records in it. A screen has passed when its users stop narrating it.",
    },
    {
      title: "Rehearse",
      when: "Weeks 19 to 23",
      text: "Three full migrations into a copy. The second must reconcile to the penny; the third must fit the weekend.",
    },
    {
      title: "Settle",
      when: "Six weeks after go-live",
      text: "Our people sit among the users. Requests are sorted daily into fix, teach, later and no.",
    },
  ],
  example: {
    title: "An example: orders that are keyed once",
    text: "A maker of industrial components takes about 1,150 orders a week by portal, mail and telephone. Clerks copy more than half of them between CRM, ERP and warehouse. Three interfaces and one robot take over the copying. Orders with drawings attached stay manual, because a person has to read the drawing.",
    figures: [
      { value: "95", note: "orders a week re-keyed after twenty weeks, out of about 1,150; 620 before" },
      { value: "5 of 27", note: "requested customisations were built; the others became settings or habits" },
      { value: "1.4 days", note: "from order to confirmed delivery date; 2.6 days before" },
    ],
    series: {
      finding: "Orders keyed a second time fell from 620 to 95 a week",
      unit: "orders re-keyed per week",
      points: [
        { label: "Start", value: 620 },
        { label: "Week 4", value: 560 },
        { label: "Week 8", value: 390 },
        { label: "Week 12", value: 240 },
        { label: "Week 16", value: 140 },
        { label: "Week 20", value: 95 },
      ],
    },
  },
  technologies: [
    { group: "ERP and finance", names: ["Dynamics 365", "SAP S/4HANA", "Oracle Fusion"] },
    { group: "Customers and service", names: ["Salesforce", "Dynamics 365 Sales", "ServiceNow"] },
    { group: "Integration", names: ["Azure Logic Apps", "MuleSoft", "SAP Integration Suite"] },
    { group: "Automation and low code", names: ["Power Platform", "UiPath"] },
  ],
  industries: ["manufacturing", "healthcare", "finserv"],
  questions: [
    {
      question: "Should we change the product or the process?",
      answer:
        "Change the process where you are ordinary: paying suppliers, closing books, booking leave. Change the product where the difference earns money and customers would notice its loss. If nobody can say what the difference earns, treat it as a habit. Every extension must be retested at each upgrade for years.",
    },
    {
      question: "Robot or interface?",
      answer:
        "An interface, if both systems offer one and the volume is steady. A robot imitates a person at a screen, so it breaks when the screen changes. It is right for an old system with two years left, or for proving that a step is worth integrating properly.",
    },
    {
      question: "Why does data migration overrun?",
      answer:
        "Because it is planned as a technical task at the end. Duplicate customers, closed accounts with open items and units nobody recorded are business questions, and only your people can settle them. We start cleaning in the first month and count defects weekly, so that cut-over is dull.",
    },
    {
      question: "When is low code the wrong tool?",
      answer:
        "When thousands of people depend on it, when the logic needs proper tests, or when data volumes run to millions of rows. Then the savings of the first month return as costs in the second year. For forms, approvals and small registers it is a good tool.",
    },
    {
      question: "All at once, or in stages?",
      answer:
        "In stages by company or site, where the ledgers allow it. Stages cost more in temporary interfaces and repay it in nerves. All at once makes sense for a small organisation, or where halves of a process cannot be separated. We would avoid any date chosen for a press release.",
    },
  ],
  closing: {
    title: "Tell us about your Final_v7.",
    description:
      "Every company has one. We will sketch what could replace it, and what it would take to keep it safely.",
    subject: "Platforms",
  },
};

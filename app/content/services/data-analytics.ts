import type { ServicePage } from "../page-types.ts";

export const dataAnalytics: ServicePage = {
  slug: "data-analytics",
  name: "Data Analytics",
  promise: "One definition behind each number, one pipeline behind each definition, and a decision at the end of it.",
  meta: {
    title: "Data analytics: pipelines, platforms and reports",
    description:
      "Agree what each figure means, compute it once and test it nightly, so that finance, sales and operations walk into the room with the same number.",
  },
  problem: {
    title: "Why do three departments bring three revenues to one meeting?",
    paragraphs: [
      "Sales counts orders signed. Finance counts invoices posted. Operations counts goods shipped. Each figure is right, each is called revenue, and the first twenty minutes of the monthly review go on reconciling them.",
      "A new dashboard does not cure this. It adds a fourth figure, in nicer colours. The cure is slower: agree the definition, give it an owner, compute it once and let every report read that result.",
      "Speed is the second complaint. Analysts hired to explain things spend their days fetching and cleaning. A question asked on Monday is answered after the decision has been taken.",
    ],
  },
  offers: [
    {
      title: "Agree the definitions",
      text: "Workshops that end in a signed glossary of thirty to fifty terms. Each has a formula, an owner, a source and a history of changes.",
    },
    {
      title: "Build the pipelines",
      text: "Batch where a day is soon enough, streaming where minutes matter. Every load checks freshness, row counts and totals before anybody downstream sees it.",
    },
    {
      title: "Lay out the platform",
      text: "A warehouse or lakehouse in the cloud you already pay for, with separate environments, access by role, and a bill split by team.",
    },
    {
      title: "Model for questions",
      text: "Versioned, tested models and a semantic layer. The figure on the dashboard and the figure in the spreadsheet come from the same row.",
    },
    {
      title: "Design reports that end in an action",
      text: "We ask what you would do on Tuesday if the line went up. A chart without an answer is left out.",
    },
    {
      title: "Forecast, with a range",
      text: "Demand, cash, churn and load, shown as a span rather than a point, and scored afterwards against the guess it replaced.",
    },
    {
      title: "Guard quality and privacy",
      text: "Lineage from report to source field, masked personal data, retention by rule, and a queue for figures that a reader distrusts.",
    },
  ],
  steps: [
    {
      title: "Trace",
      when: "Days 1 to 10",
      text: "Follow five disputed figures from the slide back to the source. One page shows where they part company.",
    },
    {
      title: "Define",
      when: "Weeks 3 and 4",
      text: "Owners sign the definitions. Two or three will be contested, and a sponsor has to be willing to settle them.",
    },
    {
      title: "Build",
      when: "Weeks 5 to 9",
      text: "One subject area from end to end: loads, tests, models, and a report already used in a real meeting.",
    },
    {
      title: "Compare",
      when: "Weeks 10 to 13",
      text: "Old and new run side by side for a closed month. Differences are explained line by line, or the old report stays.",
    },
    {
      title: "Extend",
      when: "From quarter 2",
      text: "Another subject area every four to six weeks, with one old report switched off for each new one.",
    },
  ],
  example: {
    title: "An example: a month-end pack, five days sooner",
    text: "A distributor with three ERP instances assembles its management pack from 41 spreadsheets. Nightly extracts now land in one warehouse, agreed mappings replace private ones, and a load stops when a ledger does not balance. The first close gains nothing, since both methods run in parallel. The gains start with the second.",
    figures: [
      { value: "4 days", note: "from month-end to a signed pack at the sixth close; nine days before" },
      { value: "11", note: "spreadsheets still in the process, out of 41" },
      { value: "3\u00A0%", note: "of nightly loads needed a manual fix in month six; 23\u00A0% in month one" },
    ],
    series: {
      finding: "Working days to a signed pack fell from nine to four over six closes",
      unit: "working days after month-end",
      points: [
        { label: "Before", value: 9 },
        { label: "Close 1", value: 9 },
        { label: "Close 2", value: 8 },
        { label: "Close 3", value: 7 },
        { label: "Close 4", value: 5 },
        { label: "Close 5", value: 5 },
        { label: "Close 6", value: 4 },
      ],
    },
  },
  technologies: [
    { group: "Platforms", names: ["Snowflake", "Databricks", "Microsoft Fabric", "BigQuery"] },
    { group: "Movement", names: ["Apache Kafka", "Apache Airflow", "Azure Data Factory", "Debezium"] },
    { group: "Modelling", names: ["dbt", "Apache Spark", "Apache Iceberg"] },
    { group: "Reporting", names: ["Power BI", "Tableau", "Looker"] },
  ],
  industries: ["healthcare", "manufacturing", "finserv", "renewable-energy"],
  questions: [
    {
      question: "Do we need real-time data?",
      answer:
        "Only if somebody acts within the hour. Plant alarms, fraud checks and power trading qualify. A board report does not. Streaming costs more to build, to test and to keep awake for, so we ask for the action first and then choose the slowest refresh that still serves it.",
    },
    {
      question: "Can people keep Excel?",
      answer:
        "Yes. Taking it away only hides it. We connect spreadsheets to the governed models, so the numbers in them refresh and match. What should end is the spreadsheet as a system: the file that others depend on, kept by one person and mailed around on a Friday.",
    },
    {
      question: "Who should own a definition?",
      answer:
        "The person who is held to the number, not the team that computes it. For gross margin that is a finance lead, for churn a commercial one. Data engineers own the pipeline and its tests. If no executive will sign a definition, the figure is not ready for a dashboard.",
    },
    {
      question: "When is a data programme the wrong idea?",
      answer:
        "When the source systems are about to be replaced, or when the dispute is really about targets and not about data. In the first case, wait or do the minimum. In the second, a warehouse only gives each side better ammunition. One honest conversation is cheaper.",
    },
    {
      question: "How is personal data handled?",
      answer:
        "We collect the fields a question needs and mask the rest on arrival. Access follows roles, is reviewed each quarter and is logged. Deletion requests reach the derived tables too, which is where they are often forgotten. Your data protection officer sees the design before the first load.",
    },
  ],
  closing: {
    title: "Which number do you argue about?",
    description: "Send us one disputed figure. We will tell you how we would trace it, and whom we would need to ask.",
    subject: "Data Analytics",
  },
};

import type { IndustryPage } from "../page-types.ts";

export const finserv: IndustryPage = {
  slug: "finserv",
  name: "FinServ",
  question: "How fast can you say yes, and still prove why?",
  lead: "Speed without a record is a finding waiting for its auditor. A record without speed is a customer who went elsewhere. Build both into the same system.",
  meta: {
    title: "Financial services IT: decide fast, keep proof",
    description:
      "Core modernisation, resilient operations, explainable credit decisions and fraud analytics for banks, insurers and payment firms, built for evidence.",
  },
  pressures: [
    {
      title: "Customers expect minutes, committees meet monthly",
      text: "A loan that a rival approves during lunch waits here for two uploads, a batch run and a second signature. The waiting is rarely about risk. It is about systems that speak to each other at night.",
    },
    {
      title: "Every answer needs its reasons",
      text: "“The model said so” will not satisfy a declined applicant, an ombudsman or your own second line. Somebody will ask in three years, after the model has changed twice and its author has left.",
    },
    {
      title: "The core is stable and immovable",
      text: "It has posted interest correctly since before most of its maintainers were hired. Each new product is another layer around it, and month-end grows by a few minutes with every layer.",
    },
    {
      title: "Supervisors now read the contracts",
      text: "Operational resilience rules reach into your suppliers and theirs. A register of providers kept in a spreadsheet does not survive the first follow-up question.",
    },
  ],
  capabilities: [
    {
      title: "Cloud Engineering: the core, one product at a time",
      service: "cloud-engineering",
      text: "We do not recommend replacing a core in one weekend. We copy its changes as they happen, build the new product beside it, run both ledgers for at least two month-ends, and move customers in groups small enough to move back.",
      points: [
        "Change capture from the existing ledger, read only",
        "Daily reconciliation to the penny, with breaks explained by name",
        "A written rollback for each group, rehearsed before it is needed",
      ],
    },
    {
      title: "Infrastructure Management: month-end without a bridge call",
      service: "infrastructure-security",
      text: "Important business services come first: payments, withdrawals, claims. For each we map servers, people and third parties, agree how long it may be down, and test to that limit. The evidence folder is a by-product of the tests, which keeps it truthful.",
      points: [
        "Service maps that name a person for every component",
        "Quarterly failover of one important service, in hours",
        "Batch windows watched against forecast, with an early warning at 22:00",
      ],
    },
    {
      title: "Data Analytics: decisions with reason codes",
      service: "data-analytics",
      text: "A credit or claims decision is stored with its inputs, model version, rules fired and the reasons a customer would be given. Anyone authorised can replay it. Simple scorecards often come close to complex models; we test both on your data and prefer the one you can explain.",
      points: [
        "The same feature values in training and in production",
        "Fairness and drift report each month, signed by model risk",
        "Challenger models on a share of traffic that you set",
      ],
    },
    {
      title: "Cybersecurity: fraud and intrusion, one timeline",
      service: "infrastructure-security",
      text: "Account takeover looks like an IT incident at nine and like fraud at ten. We join identity, device and payment signals in one case view, so two teams stop investigating the same theft. Alert volume is a design target: each analyst’s queue has a daily limit.",
      points: [
        "Privileged access by request, recorded, expiring",
        "Mule-account and payment-redirection scenarios, tested monthly",
        "Ransomware recovery for one core service, timed",
      ],
    },
  ],
  architecture: {
    title: "A decision, and the trail behind it",
    summary:
      "Ledger changes are captured from the core without altering it. Credit files and payments arrive on an event log. Both feed a feature store, while balances go to a reconciled store. The credit decision and the fraud screening read the same features; regulatory returns read the reconciled totals. Decisions and returns leave dated evidence, and alerts become cases.",
    columns: [
      {
        name: "Sources",
        blocks: [
          { id: "core", name: "Core ledger", note: "Unchanged" },
          { id: "bureau", name: "Credit bureaus", note: "Asked with consent" },
          { id: "payments", name: "Payment rails", note: "Card, instant, batch" },
        ],
      },
      {
        name: "Movement",
        blocks: [
          { id: "capture", name: "Change capture", note: "Read only, seconds old" },
          { id: "events", name: "Event log", note: "Ordered, replayable" },
        ],
      },
      {
        name: "Prepare",
        blocks: [
          { id: "balances", name: "Reconciled store", note: "To the penny, daily" },
          { id: "features", name: "Feature store", note: "Versioned, point in time" },
        ],
      },
      {
        name: "Decide",
        blocks: [
          { id: "returns", name: "Returns", note: "Lineage to each cell" },
          { id: "credit", name: "Credit decision", note: "Model, rules, reasons" },
          { id: "screening", name: "Screening", note: "Fraud and AML" },
        ],
      },
      {
        name: "Prove",
        blocks: [
          { id: "evidence", name: "Evidence store", note: "Write once, dated" },
          { id: "cases", name: "Case desk", note: "People decide here" },
        ],
      },
    ],
    flows: [
      { from: "core", to: "capture", name: "Changes" },
      { from: "bureau", to: "events", name: "Credit file" },
      { from: "payments", to: "events", name: "Payments" },
      { from: "capture", to: "balances", name: "Balances" },
      { from: "capture", to: "features", name: "History" },
      { from: "events", to: "features", name: "Behaviour" },
      { from: "balances", to: "returns", name: "Totals" },
      { from: "features", to: "credit", name: "Inputs" },
      { from: "features", to: "screening", name: "Inputs" },
      { from: "returns", to: "evidence", name: "Filed copy" },
      { from: "credit", to: "evidence", name: "Reasons" },
      { from: "screening", to: "cases", name: "Alerts" },
    ],
  },
  compliance: [
    {
      title: "DORA and UK operational resilience",
      text: "We keep the supplier register, service maps and test results in the form that supervisors ask for. We accept audit and exit clauses for ourselves too.",
    },
    {
      title: "Model risk: SS1/23 and the EU AI Act",
      text: "Scoring a person’s creditworthiness is listed as high-risk in the AI Act. Each model gets an inventory entry, an owner, limits of use and a retirement test.",
    },
    {
      title: "GDPR Article 22",
      text: "People may contest a decision made without a human. We build the review route and make sure that reviewers can overturn the result, with time to think.",
    },
    {
      title: "PCI DSS and BCBS 239",
      text: "Card numbers stay out of analytics by tokenisation. Risk figures carry lineage from the return back to the booking.",
    },
  ],
  questions: [
    {
      question: "How quickly could a loan decision be made?",
      answer:
        "With data already on file, the computation takes under a second. Elapsed time is mostly documents, consent and queues. We map one product first and publish the longest waits. Keep a person in the loop for thin files and vulnerable customers, even if that takes a day.",
    },
    {
      question: "Is a machine-learning model worth the governance?",
      answer:
        "Not always. If a scorecard reaches nearly the same discrimination on your own hold-out data, use the scorecard. The extra validation, monitoring and explanation of a complex model cost real staff time each quarter. We report that cost beside the gain and let your risk committee choose.",
    },
    {
      question: "What happens if we want to leave you?",
      answer:
        "You keep code, pipelines, runbooks and evidence in your own accounts from the first day. The exit plan is a deliverable in month two, with a named successor team and a 90-day handover. We test one part of it each year, because untested exit plans are fiction.",
    },
    {
      question: "Do you move payments to the cloud first?",
      answer:
        "No. Start with a service that customers notice but can live without for an hour, such as statements. Payments go last, once failover has been rehearsed and the team has run two quiet quarters. If your present platform meets its targets, leaving payments there is respectable.",
    },
  ],
  closing: {
    title: "Show us a decision you had to defend",
    description: "We will go through it as an auditor would, and list what the system should have kept.",
    subject: "FinServ",
  },
};

import type { IndustryPage } from "../page-types.ts";

export const technology: IndustryPage = {
  slug: "technology",
  name: "Technology",
  question: "What would you build if releases were boring?",
  lead: "Your engineers know what to make. They spend the week on merges, flaky tests, one customer’s custom branch and a bill that nobody can split. We work on those.",
  meta: {
    title: "IT for technology firms: ship every week",
    description:
      "Release engineering, tenant isolation, product AI, unit costs and supply-chain security for software and platform companies, beside your own team.",
  },
  pressures: [
    {
      title: "Growth arrives as support tickets",
      text: "The first ten customers shared a database and nobody minded. The hundredth runs a report at nine o’clock and everybody waits. Splitting tenants later is harder than it looks on the whiteboard, and the whiteboard was optimistic.",
    },
    {
      title: "The enterprise questionnaire",
      text: "A single large prospect sends 240 security questions, wants a region of its own and an escrow clause. Sales says yes. The platform team reads about it in the contract.",
    },
    {
      title: "Margins hide in the cloud bill",
      text: "Revenue is counted per customer and cost per service. Somewhere in between is an account that loses money each time it logs in. Finance suspects, engineering shrugs, and neither has the query.",
    },
  ],
  capabilities: [
    {
      title: "Application Lifecycle: a weekly release that nobody attends",
      service: "application-lifecycle",
      text: "We shorten the path from merge to customer until a release needs no meeting. Trunk-based work, tests that fail for one reason, feature flags with expiry dates, rollout by percentage. Change failure rate and recovery time are tracked beside speed, because speed alone is easy to fake.",
      points: [
        "Flaky tests quarantined within a day, repaired or deleted within ten",
        "Rollback in one command, used in anger at least once a quarter",
        "Custom branches retired into configuration, customer by customer",
      ],
    },
    {
      title: "Cloud Engineering: tenants, regions and unit cost",
      service: "cloud-engineering",
      text: "Isolation is a price list: shared, separate schema, separate account. We help you decide who gets which, and automate all three from one definition. Cost is then tagged by tenant, so a renewal meeting can start from what that customer consumes.",
      points: [
        "A new region or dedicated tenant from code, in a day",
        "Cost per tenant, per feature and per thousand requests, weekly",
        "Noisy-neighbour limits tested with a synthetic bad neighbour",
      ],
    },
    {
      title: "Artificial Intelligence: features with a test set",
      service: "artificial-intelligence",
      text: "Adding a chat box takes an afternoon. Knowing whether it is right takes a labelled set of two hundred real questions and somebody to own them. We build the evaluation first, set a quality bar and a cost per answer, then choose the model that clears both.",
      points: [
        "Regression run on every prompt, model or index change",
        "Retrieval that respects each tenant’s permissions",
        "A second model supplier kept warm behind one interface",
      ],
    },
    {
      title: "Infrastructure & Security: answers before the questionnaire",
      service: "infrastructure-security",
      text: "We put controls into the pipeline, where evidence gathers itself: signed builds, dependency lists, access reviews, restore tests. The questionnaire becomes a lookup. On call, we write runbooks with your engineers and take the nights for an agreed term, with an end date.",
      points: [
        "Software bill of materials and provenance for every artefact",
        "Secrets rotated automatically; long-lived keys listed and shrinking",
        "Service objectives with error budgets that product managers signed",
      ],
    },
  ],
  architecture: {
    title: "From commit to a customer’s invoice",
    summary:
      "Source and dependencies enter the build, where tests and supply-chain checks run side by side. Only signed artefacts reach the registry, and a release gate reads the test results and the error budget. The tenant runtime takes the new version in percentages. Traces tell the team whether to continue, and metered usage shows finance what each tenant costs.",
    columns: [
      {
        name: "Change",
        blocks: [
          { id: "source", name: "Source", note: "Trunk, reviewed" },
          { id: "packages", name: "Dependencies", note: "Pinned, mirrored" },
        ],
      },
      {
        name: "Build",
        blocks: [
          { id: "tests", name: "Tests", note: "Under ten minutes" },
          { id: "scan", name: "Supply-chain checks", note: "Licences, advisories" },
        ],
      },
      {
        name: "Release",
        blocks: [
          { id: "gate", name: "Release gate", note: "Reads the error budget" },
          { id: "registry", name: "Registry", note: "Signed artefacts only" },
        ],
      },
      {
        name: "Run",
        blocks: [{ id: "runtime", name: "Tenant runtime", note: "Shared or dedicated" }],
      },
      {
        name: "Learn",
        blocks: [
          { id: "traces", name: "Traces", note: "By version and tenant" },
          { id: "costs", name: "Unit costs", note: "By tenant, weekly" },
        ],
      },
    ],
    flows: [
      { from: "source", to: "tests", name: "Commit" },
      { from: "source", to: "scan", name: "Manifest" },
      { from: "packages", to: "scan", name: "Versions" },
      { from: "tests", to: "gate", name: "Results" },
      { from: "scan", to: "registry", name: "Bill of materials" },
      { from: "gate", to: "runtime", name: "1, 10, 100 per cent" },
      { from: "registry", to: "runtime", name: "Image" },
      { from: "runtime", to: "traces", name: "Signals" },
      { from: "runtime", to: "costs", name: "Metered use" },
    ],
  },
  compliance: [
    {
      title: "SOC 2 and ISO/IEC 27001",
      text: "Auditors assess you, not us. We make the controls run by themselves and export dated evidence, so preparing takes days of somebody’s time rather than a season.",
    },
    {
      title: "Cyber Resilience Act",
      text: "Products with digital elements sold in the EU need vulnerability handling and reporting through their support period. We set up intake, triage clocks and customer notices.",
    },
    {
      title: "EU Data Act and GDPR",
      text: "Customers of cloud services may switch, and their users may ask for erasure. Export and deletion per tenant become tested features instead of support scripts.",
    },
    {
      title: "EU AI Act and accessibility law",
      text: "People should know when they talk to a machine, and be able to use the product by keyboard. Both go into acceptance tests.",
    },
  ],
  questions: [
    {
      question: "Why hire engineers from outside an engineering company?",
      answer:
        "For work that is urgent once: a tenancy split, an exit from a data centre, a certification year. Core product decisions should stay with people who will live with them. If your backlog is mostly product features, hire; we would only become expensive colleagues.",
    },
    {
      question: "Will you work in our tools and under our reviews?",
      answer:
        "Yes. Same repository, same review rules, same on-call rota, same retrospectives. We bring no framework that you would need us to maintain. On the day we leave, the commit history should be the only evidence that we were there, plus the documents that your team asked for.",
    },
    {
      question: "Do we need microservices to release weekly?",
      answer:
        "No. A well-tested monolith can ship daily. Split a service off when two teams block each other, or when one part needs different scaling or isolation. Splitting because releases hurt usually spreads the pain over a network. We fix the pipeline first and then look again.",
    },
    {
      question: "How soon would we notice a difference?",
      answer:
        "The first month goes on measurement and the three slowest steps of your release. Shorter builds can follow within weeks; tenancy and cost work takes one to three quarters. When a funding round or sale is closing, wait. Platform changes during due diligence help nobody.",
    },
  ],
  closing: {
    title: "Invite us to your next release",
    description: "We will sit in, stay quiet, and send you a list of every minute in which somebody waited.",
    subject: "Technology",
  },
};

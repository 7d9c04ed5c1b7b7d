import type { ServicePage } from "../page-types.ts";

export const microsoft: ServicePage = {
  slug: "microsoft",
  name: "Working with Microsoft",
  promise: "Azure, Dynamics 365, Power Platform, Microsoft 365 and security, by one team that sees how they join.",
  meta: {
    title: "Azure, Dynamics 365 and Power Platform by one team",
    description:
      "One team for Azure, Dynamics 365, Power Platform, Microsoft 365 and security: use what you already license, close the gaps and pay for less twice.",
  },
  facts: [
    { title: "Licences read first", text: "Before anything is bought, we list what your agreement already covers." },
    {
      title: "One team for five products",
      text: "The people who build the app also know the tenant and the bill behind it.",
    },
    { title: "A way to leave", text: "We write down what each choice ties you to, and what undoing it would take." },
  ],
  problem: {
    title: "You may already own it",
    paragraphs: [
      "Before you buy another tool, read your licence agreement. Depending on the plan, it may cover device management, data loss prevention, workflow and threat detection. Plenty of organisations pay Microsoft for these and then pay somebody else for the same four.",
      "Carelessness is seldom the cause. The products came in different years through different budgets. Infrastructure bought Azure, sales bought Dynamics, a department found Power Apps by itself, and security inherited the lot. Each part has an administrator. The whole has none.",
      "The trouble sits in the joins. An app on Dataverse is a security question. A Copilot roll-out is a permissions question. A landing zone is a finance question. We treat them together for that reason.",
    ],
  },
  offers: [
    {
      title: "Read the licences",
      text: "What you hold, what is assigned, what is used, and which outside tools repeat it. The list is ready ninety days before renewal, while it can still change something.",
    },
    {
      title: "Put Azure in order",
      text: "Management groups, policies, budgets and networks to the landing-zone pattern, written in Bicep or Terraform and deployed by pipeline.",
    },
    {
      title: "Fit Dynamics 365",
      text: "Sales, service, finance or supply chain, close to standard. Regression tests run against preview releases, before an update reaches your users.",
    },
    {
      title: "Give Power Platform house rules",
      text: "Environments by purpose, connectors allowed by data class, and an adoption path for the app that became important by accident.",
    },
    {
      title: "Tidy Microsoft 365",
      text: "Oversharing removed, retention and sensitivity labels applied, dormant guests and teams retired. Search and Copilot are safe only after that.",
    },
    {
      title: "Switch on the security you have",
      text: "Conditional Access, Defender, Purview and Sentinel, introduced in report mode first so that nobody is locked out on a Monday.",
    },
  ],
  steps: [
    {
      title: "Inventory",
      when: "Week 1",
      text: "With read-only access we list tenants, subscriptions, apps, flows, licences and who administers what.",
    },
    {
      title: "Rank",
      when: "Week 2",
      text: "Findings on one page, by risk and by money. You pick. Anything you leave is recorded as left, not as missed.",
    },
    {
      title: "Secure",
      when: "Weeks 3 to 6",
      text: "Administrator accounts, multi-factor sign-in, mail protection and sharing defaults. Emergency access is tested by using it.",
    },
    {
      title: "Build",
      when: "Weeks 7 to 16",
      text: "The chosen work in order: a landing zone, a Dynamics module, an app, a label scheme. Each goes live by itself.",
    },
    {
      title: "Review",
      when: "Every month",
      text: "An hour on what Microsoft has announced, what it will change for you and what you can safely ignore.",
    },
  ],
  example: {
    title: "An example: first the permissions, then the pilot",
    text: "A company wants Copilot for everyone. Its inventory shows 412 SharePoint sites open to all staff, payroll among them. Ten weeks go into owners, labels and sharing defaults; then 120 people try Copilot for eight weeks. The result argues for two departments rather than all nine, and the budget follows it.",
    figures: [
      { value: "37", note: "sites still open to all staff, each on purpose; 412 before" },
      {
        value: "41\u00A0%",
        note: "of 120 pilot users still worked with it weekly after eight weeks; the target was 60\u00A0%",
      },
      { value: "3 of 7", note: "overlapping outside tools cancelled at their next renewal" },
    ],
    series: {
      finding: "Sites open to all staff fell from 412 to 37 in ten weeks",
      unit: "SharePoint sites open to all staff",
      points: [
        { label: "Week 0", value: 412 },
        { label: "Week 2", value: 398 },
        { label: "Week 4", value: 251 },
        { label: "Week 6", value: 140 },
        { label: "Week 8", value: 63 },
        { label: "Week 10", value: 37 },
      ],
    },
  },
  technologies: [
    { group: "Azure", names: ["Landing zones", "Kubernetes Service", "SQL Database", "Microsoft Fabric"] },
    { group: "Business applications", names: ["Dynamics 365", "Power Apps", "Power Automate", "Dataverse"] },
    { group: "Workplace", names: ["Microsoft 365", "Teams", "SharePoint", "Copilot"] },
    { group: "Security", names: ["Entra ID", "Defender", "Sentinel", "Purview", "Intune"] },
  ],
  industries: ["healthcare", "manufacturing", "finserv"],
  questions: [
    {
      question: "Do you earn money when we buy licences?",
      answer:
        "If we ever stand to, the proposal says so, with the amount or the rate. You remain free to buy from any reseller. This page claims no partner status: ask any adviser, including us, for written proof of what they hold, and check it with Microsoft.",
    },
    {
      question: "When should we not choose Microsoft?",
      answer:
        "When your people already work well on something else and the switch saves only a line in the budget. Or when one vendor for mail, identity, data and security is a concentration your regulator dislikes. Specialist tools also win where a niche is deep, as in design, trading or laboratory work.",
    },
    {
      question: "Is Copilot worth its price for us?",
      answer:
        "For some roles. People who write, summarise and sit in many meetings tend to gain; people who work in a line-of-business screen gain little. Pilot with at least a hundred users for eight weeks, measure weekly use and a task you can time, and decide per department.",
    },
    {
      question: "Should merged companies share one tenant?",
      answer:
        "Eventually, if they will share people and customers. Until then, cross-tenant access gives shared calendars, chat and files within weeks. Consolidation is a project of six months or longer with mail, devices and apps to move. If a part may be sold again, keep its tenant.",
    },
    {
      question: "Can departments be trusted with Power Apps?",
      answer:
        "Yes, inside boundaries. Give them an environment without customer data, a short list of connectors and one place to ask. When an app gains its fiftieth user or touches money, it gets an owner in IT, tests and a backup. Prohibition does not work: they have Excel.",
    },
  ],
  closing: {
    title: "When does your agreement renew?",
    description:
      "Ninety days before is a good time to talk. Bring the licence list, and the questions your reseller did not ask.",
    subject: "Microsoft",
  },
};

import type { ServicePage } from "../page-types.ts";

export const cloudEngineering: ServicePage = {
  slug: "cloud-engineering",
  name: "Cloud Engineering",
  promise: "Move what is worth moving, rebuild what pays for it, and show each team what it spends.",
  meta: {
    title: "Cloud migration, modernisation and operations",
    description:
      "Sort the estate, lay a landing zone, migrate in rehearsed waves and run the result on Azure, AWS or Google Cloud, with every cost traced to a team.",
  },
  problem: {
    title: "The invoice is clear. What it bought is not.",
    paragraphs: [
      "A cloud bill itemises everything except the reason. It has lines for gigabytes, requests and hours, and none for the test environment that was forgotten in March.",
      "Behind it there are often three estates. Some servers were lifted as they stood and now cost more than the rack they left. A few services were built well by a keen team. The remainder cannot move, because nobody is sure what talks to it.",
      "A single programme with a single deadline treats all three alike. Sorting comes first: rewrite, rehost, retire, or leave in place with a date on which to ask again.",
    ],
  },
  offers: [
    {
      title: "Sort the estate",
      text: "Traffic is observed for four weeks, owners are interviewed, and each application gets a disposition, a cost estimate and a list of what depends on it.",
    },
    {
      title: "Lay the landing zone",
      text: "Accounts, networks, identity, logging and guardrails as code, reviewed by your security team before the first workload arrives.",
    },
    {
      title: "Migrate in waves",
      text: "Groups of applications that talk to each other move together. Every wave has a rehearsal, a point of no return and a written way back.",
    },
    {
      title: "Modernise where it pays",
      text: "Containers, managed databases and event-driven services for the systems that change weekly. A system untouched since 2019 gets a patch plan instead.",
    },
    {
      title: "Make cost visible",
      text: "Tags that the pipeline enforces, a monthly statement per team, and alerts on unusual spend within a day rather than at month-end.",
    },
    {
      title: "Pave the road for developers",
      text: "Templates for a service, a database and a pipeline, with policy built in. Engineers may leave the road, and then they maintain the detour.",
    },
    {
      title: "Run it",
      text: "On-call engineers, service objectives agreed with the business, capacity reviews, and a short written review after each incident.",
    },
  ],
  steps: [
    {
      title: "Map",
      when: "Weeks 1 to 5",
      text: "Discover applications, traffic, licences and contract end dates. Surprises are expected here, and this is the cheap place for them.",
    },
    {
      title: "Found",
      when: "Weeks 4 to 9",
      text: "Build the landing zone and move one dull application through it, so that the paperwork is tested as well as the network.",
    },
    {
      title: "Rehearse",
      when: "Weeks 10 to 12",
      text: "Run the first wave against a copy. Time the cut-over, then time the return. Both durations go into the plan.",
    },
    {
      title: "Move",
      when: "Months 4 to 10",
      text: "A wave every three to four weeks. After each, the old servers are switched off on a stated date.",
    },
    {
      title: "Tune",
      when: "From month 11",
      text: "Resize, reserve and rebuild on measured use. Your platform team takes over the code and the calendar.",
    },
  ],
  example: {
    title: "An example: 84 applications and the bill fifteen months on",
    text: "A company leaves a data centre whose lease is ending. Of 84 applications, 17 are retired, 46 rehosted, 12 rebuilt and 9 stay on site beside the machines they control. For two quarters both places are paid for, which the business case shows from its first draft.",
    figures: [
      { value: "17", note: "applications retired instead of moved, out of 84 in the inventory" },
      { value: "94\u00A0%", note: "of cloud spend carries the tag of a team; 38\u00A0% at the start" },
      { value: "40 min", note: "to a new test environment, by template; nine working days before, by ticket" },
    ],
    series: {
      finding: "Monthly run cost rose by 18 per cent while both sites ran, then settled 21 per cent below the start",
      unit: "monthly run cost, start = 100",
      points: [
        { label: "Start", value: 100 },
        { label: "Month 3", value: 109 },
        { label: "Month 6", value: 118 },
        { label: "Month 9", value: 106 },
        { label: "Month 12", value: 87 },
        { label: "Month 15", value: 79 },
      ],
    },
  },
  technologies: [
    { group: "Clouds", names: ["Microsoft Azure", "Amazon Web Services", "Google Cloud"] },
    { group: "As code", names: ["Terraform", "Bicep", "Ansible", "Open Policy Agent"] },
    { group: "Runtime", names: ["Kubernetes", "Azure Container Apps", "AWS Lambda", "PostgreSQL"] },
    { group: "Observability", names: ["OpenTelemetry", "Prometheus", "Grafana"] },
  ],
  industries: ["finserv", "renewable-energy", "pharmaceutical", "technology"],
  questions: [
    {
      question: "Will the cloud be cheaper?",
      answer:
        "Not by itself. Steady workloads moved without change often cost more. Savings come from retiring things, switching off what is idle, reserving what is steady and ending contracts on time. We model the double-running months too, since that is where business cases tend to break.",
    },
    {
      question: "Which workloads should stay where they are?",
      answer:
        "Those tied to equipment by milliseconds, those with licences priced against the cloud, and those due for retirement within about eighteen months. Data that law or contract keeps in one building stays as well. Leave them connected, patched and reviewed once a year.",
    },
    {
      question: "One provider or several?",
      answer:
        "One, for almost everything, until there is a reason you can state in a sentence. A second provider doubles the skills, the guardrails and the audits. A regulator’s exit requirement is such a reason. A general wish to avoid lock-in is better met by portable data and tested exports.",
    },
    {
      question: "What if a cut-over fails at two in the morning?",
      answer:
        "We go back. Each wave has a decision time, a named person who decides, and a return that was timed in rehearsal. The old system stays intact until the new one has passed its checks. A postponed wave costs three weeks, which the plan has in reserve.",
    },
    {
      question: "Can our own engineers do part of it?",
      answer:
        "They should. Mixed crews move slower in the first wave and faster from the third, and you keep the knowledge. We ask for two engineers at half time or more. With less than that, the hand-over becomes a document nobody has practised.",
    },
  ],
  closing: {
    title: "Show us last month’s bill.",
    description: "An engineer will spend half an hour on it and mark the lines worth a second look.",
    subject: "Cloud Engineering",
  },
};

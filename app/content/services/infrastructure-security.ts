import type { ServicePage } from "../page-types.ts";

export const infrastructureSecurity: ServicePage = {
  slug: "infrastructure-security",
  name: "Infrastructure & Security",
  promise:
    "Networks, workplaces and data centres run around the clock, tested every quarter, with the findings closed.",
  meta: {
    title: "Managed infrastructure and cybersecurity services",
    description:
      "Networks, workplaces, data centres and security run as one service with one queue: patched to a deadline, tested quarterly, restored in rehearsal.",
  },
  problem: {
    title: "Three in the morning is a fair test",
    paragraphs: [
      "A core switch restarts and does not come back. Who is woken? Do they hold the diagram, the password and the authority to act? Is the diagram true? Everything else in an operations contract is commentary on those questions.",
      "Security asks them again with an opponent in the room. Few intrusions need brilliance. An account without a second factor will do, or a server a year behind on patches, or a backup that shares its passwords with the network.",
      "In many companies one team is measured on uptime and another on findings, and patching falls between them. We run both as a single service. A vulnerability is a ticket with a deadline. An outage is also reviewed for what an attacker would have learnt from it.",
    ],
  },
  offers: [
    {
      title: "Watch and respond",
      text: "Monitoring and security alerts reach one on-call rota. Each alert has a runbook; one without is written up or deleted after its first night.",
    },
    {
      title: "Run networks and data centres",
      text: "Switching, wireless, firewalls, virtual machines and storage, with capacity reviewed monthly and configuration kept in version control.",
    },
    {
      title: "Look after the workplace",
      text: "Laptops that set themselves up, a service desk that calls back, and joiners and leavers handled on the day rather than in the week.",
    },
    {
      title: "Tighten identity",
      text: "Phishing-resistant sign-in, administrator rights lent by the hour, and a quarterly review in which managers confirm each access by name.",
    },
    {
      title: "Patch to a deadline",
      text: "Fourteen days for critical findings, thirty for high. Exceptions are signed by a business owner and run out by themselves.",
    },
    {
      title: "Test every quarter",
      text: "Penetration test, phishing exercise, restore or tabletop crisis, in turn. Findings are retested before anyone calls them closed.",
    },
    {
      title: "Prove recovery",
      text: "Backups out of reach of the domain, restored to clean hardware against a clock, with the application owner confirming that the data is right.",
    },
  ],
  steps: [
    {
      title: "Take stock",
      when: "Weeks 1 to 3",
      text: "Reconcile what the asset list claims with what the network shows. The difference is the first report you receive.",
    },
    {
      title: "Shadow",
      when: "Weeks 4 to 6",
      text: "We sit beside the present team or supplier, read their tickets and write the runbooks they never had time for.",
    },
    {
      title: "Swap seats",
      when: "Weeks 7 to 10",
      text: "We operate, they watch and correct. Anything they must correct twice goes back to shadowing.",
    },
    {
      title: "Take the pager",
      when: "From week 11",
      text: "The rota is ours, service levels apply, and the previous team stays reachable for one more month.",
    },
    {
      title: "Test and report",
      when: "Every quarter",
      text: "One exercise, one report of four pages, and one meeting where you decide which risks to fix and which to carry.",
    },
  ],
  example: {
    title: "An example: a year of patches, against a deadline",
    text: "A company with 2,600 devices and 310 servers starts with a backlog nobody had added up. Maintenance windows are agreed per application, patches go to a pilot group first, and overdue items are shown to their owners by name. Two old machines cannot be patched and are walled off instead.",
    figures: [
      { value: "18", note: "critical findings open past the 14-day deadline after a year; 136 at the start" },
      { value: "5 h 40 min", note: "to restore the ERP database in rehearsal; 19 hours at the first attempt" },
      { value: "11", note: "alerts a night reaching the on-call engineer; 64 before tuning" },
    ],
    series: {
      finding: "Critical findings past their deadline fell from 136 to 18 in four quarters",
      unit: "critical findings past deadline",
      points: [
        { label: "Start", value: 136 },
        { label: "Quarter 1", value: 92 },
        { label: "Quarter 2", value: 47 },
        { label: "Quarter 3", value: 26 },
        { label: "Quarter 4", value: 18 },
      ],
    },
  },
  technologies: [
    { group: "Networks", names: ["Cisco", "Fortinet", "Palo Alto Networks"] },
    { group: "Platforms", names: ["VMware", "Windows Server", "Red Hat Enterprise Linux"] },
    { group: "Workplace", names: ["Microsoft Intune", "Microsoft 365", "Jamf"] },
    { group: "Detection", names: ["Microsoft Sentinel", "CrowdStrike", "Splunk"] },
    { group: "Frameworks we map to", names: ["ISO/IEC 27001", "NIST CSF", "CIS Controls", "NIS2"] },
  ],
  industries: ["manufacturing", "finserv", "renewable-energy", "pharmaceutical"],
  questions: [
    {
      question: "If you run our security, is a breach your fault?",
      answer:
        "Sometimes, and the contract says when. We answer for what we operate: the rota, the patches, the tests and the records. Decisions to accept a risk stay with you, as does your duty towards regulators. Any supplier who offers to take over all of it is selling you an argument for later.",
    },
    {
      question: "What does a quarterly test consist of?",
      answer:
        "One of four exercises in rotation: a penetration test with an agreed target, a phishing exercise, a restore to clean hardware, or a two-hour crisis at a table with your executives. Independent testers can be brought in, and for some regulated systems they must be.",
    },
    {
      question: "How much access do you need?",
      answer:
        "Less than suppliers used to ask for. Our engineers use named accounts in your directory, a second factor, and elevated rights for the length of a ticket. Sessions on critical systems are recorded. You can end all of it with one group change, and we practise that during transition.",
    },
    {
      question: "When should operations stay in house?",
      answer:
        "When your estate is small and stable, when your engineers know it well and want to stay, or when the system is the product you sell. A rota needs six to eight people to be humane. If you have them, hire us for the tests and keep the pager.",
    },
    {
      question: "Do we need 24-hour cover?",
      answer:
        "For systems that earn or protect something at night, yes. For the others, cover from seven to seven with an emergency number costs much less and is honest. We sort applications into three tiers with you, and the middle tier tends to shrink once its price is shown.",
    },
  ],
  closing: {
    title: "When did you last restore a backup?",
    description: "If the answer takes a while, start there. We will help you plan the rehearsal, whoever runs it.",
    subject: "Infrastructure & Security",
  },
};

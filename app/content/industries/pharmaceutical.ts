import type { IndustryPage } from "../page-types.ts";

export const pharmaceutical: IndustryPage = {
  slug: "pharmaceutical",
  name: "Pharmaceutical",
  question: "Could the next trial start a year sooner?",
  lead: "Parts of that year are biology and regulators, and stay. Others are hand-offs, re-keyed forms and systems validated one document at a time. Those can go.",
  meta: {
    title: "Pharmaceutical IT: validated without the wait",
    description:
      "Application management, qualified infrastructure, validated cloud and GxP security for trials, laboratories, production and serialisation, kept inspectable.",
  },
  pressures: [
    {
      title: "First site, first patient, first delay",
      text: "Feasibility lives in e-mail, contracts in another system and ethics submissions in a third. A site that could recruit in March opens in September, because nobody could see that it was waiting for one signature.",
    },
    {
      title: "Validation outlasts the change",
      text: "A two-day configuration change earns a four-month test script. So changes are bundled, bundles grow risky, and the next script gets longer. Patches wait longest of all.",
    },
    {
      title: "Results travel by paper",
      text: "The chromatograph knows the answer. An analyst prints it, a second person checks the copying, and the batch waits in quarantine for both. Each transcription is also a data integrity finding in waiting.",
    },
  ],
  capabilities: [
    {
      title: "Application Management: small validated changes",
      service: "application-lifecycle",
      text: "We keep trial management, laboratory and quality systems current with releases every four to six weeks. Risk decides the depth of testing: a report layout gets a review, a dose calculation gets scripts. Automated regression carries the routine cases and stores its own evidence.",
      points: [
        "Impact assessment for each change, on one page, before coding",
        "Supplier releases tested in a copy of production within ten working days",
        "Site start-up board showing who holds the next signature, and since when",
      ],
    },
    {
      title: "Infrastructure Management: qualified and awake",
      service: "infrastructure-security",
      text: "Production lines, cold stores and laboratories do not observe business hours, and neither do their alarms. We run servers, networks and instrument PCs under your quality system, where an incident on a GxP asset opens a quality event without anybody having to remember.",
      points: [
        "Instrument PCs inventoried, patched or isolated with a reason",
        "Clock synchronisation checked daily, because audit trails depend on it",
        "Backup restores proven each quarter with a record of who looked",
      ],
    },
    {
      title: "Cloud Engineering: qualification as code",
      service: "cloud-engineering",
      text: "Infrastructure described in code can be installed identically and tested identically. We turn installation and operational qualification into a pipeline: each build produces its configuration, its test results and its approval, linked to the requirement. A new environment takes days; the first takes about twelve weeks.",
      points: [
        "Separate zones for GxP and exploratory work, with a guarded door between",
        "Supplier assessment for each cloud service, renewed every year",
        "Instrument data lake with originals preserved and metadata attached",
      ],
    },
    {
      title: "Cybersecurity Services: integrity before secrecy",
      service: "infrastructure-security",
      text: "A stolen formula hurts. A silently altered result can harm a patient. We protect audit trails from administrators as well as from intruders, watch for changes outside approved windows, and rehearse the decision that nobody wants: stop the line, or run on paper.",
      points: [
        "Accounts separated: those who administer cannot approve",
        "Serialisation and label systems in a zone of their own",
        "Incident playbook shared between security, quality and supply",
      ],
    },
  ],
  architecture: {
    title: "From the source record to release",
    summary:
      "Trial sites, laboratory instruments and packaging lines create original records. An interface layer checks identity and completeness and keeps an audit trail, while raw files are preserved untouched in an archive. Systems of record for trials, laboratory and serialisation take only checked data. They feed the start-up board, the batch file for the Qualified Person, and the national verification hubs.",
    columns: [
      {
        name: "Origin",
        blocks: [
          { id: "sites", name: "Trial sites", note: "EDC and eConsent" },
          { id: "instruments", name: "Instruments", note: "HPLC, balances" },
          { id: "packaging", name: "Packaging lines", note: "Unit codes" },
        ],
      },
      {
        name: "Qualified entry",
        blocks: [
          { id: "checks", name: "Interface layer", note: "Checks, audit trail" },
          { id: "archive", name: "Raw archive", note: "Originals, read only" },
        ],
      },
      {
        name: "Systems of record",
        blocks: [
          { id: "trials", name: "Trial management", note: "Sites, milestones" },
          { id: "lims", name: "Laboratory system", note: "Samples, results" },
          { id: "serials", name: "Serialisation", note: "EPCIS events" },
        ],
      },
      {
        name: "Decision",
        blocks: [
          { id: "startup", name: "Start-up board", note: "Next signature" },
          { id: "release", name: "Batch file", note: "For the Qualified Person" },
          { id: "hubs", name: "Verification hubs", note: "EU and US partners" },
        ],
      },
    ],
    flows: [
      { from: "sites", to: "checks", name: "Case data" },
      { from: "instruments", to: "checks", name: "Results" },
      { from: "instruments", to: "archive", name: "Raw files" },
      { from: "packaging", to: "checks", name: "Serials" },
      { from: "checks", to: "trials", name: "Milestones" },
      { from: "checks", to: "lims", name: "Checked results" },
      { from: "archive", to: "lims", name: "Reference" },
      { from: "checks", to: "serials", name: "Events" },
      { from: "trials", to: "startup", name: "Status" },
      { from: "lims", to: "release", name: "Certificate" },
      { from: "serials", to: "hubs", name: "Uploads" },
    ],
  },
  compliance: [
    {
      title: "EU GMP Annex 11 and 21 CFR Part 11",
      text: "Electronic records need attributable signatures and audit trails that somebody reads. We configure the review by exception, and write down who performs it and how often.",
    },
    {
      title: "GAMP 5 and computer software assurance",
      text: "Both favour critical thinking over page count. Each of our test plans opens with the patient risk, then justifies its own length.",
    },
    {
      title: "ICH E6(R3) and the EU Clinical Trials Regulation",
      text: "Sponsors answer for their service providers. Our role, data and access go into your oversight plan, and inspectors may question us directly.",
    },
    {
      title: "Falsified Medicines Directive and DSCSA",
      text: "Aggregation errors stop shipments. We reconcile serials line by line before upload and keep the exception queue under a named owner.",
    },
  ],
  questions: [
    {
      question: "Is a whole year realistic?",
      answer:
        "From software alone, rarely. Site selection, contracts and system set-up are the parts that we can shorten, and those tend to be counted in weeks or a few months. We map one finished trial day by day first. If its delays were recruitment or manufacturing, we will send you elsewhere.",
    },
    {
      question: "Can a validated system really be updated every month?",
      answer:
        "Yes, when change is small and testing follows risk. It requires a quality unit that takes part in planning, not only in approval. If your procedures demand the full script for each change, revise the procedure before the technology; otherwise the monthly release becomes a monthly queue.",
    },
    {
      question: "May we use AI in GxP processes?",
      answer:
        "For drafting, searching and triage with human review, with a documented intended use. Avoid models that keep learning in production for anything that releases a batch or doses a patient. Regulators’ guidance is still moving, so we keep such uses few, listed and easy to switch off.",
    },
    {
      question: "Who speaks to the inspector?",
      answer:
        "Your people do, since the system is yours. We prepare the file, stand by in the back room and answer for our own procedures. If a record is missing we say so the same day. An honest gap with a plan is survivable; a reconstructed document is not.",
    },
  ],
  closing: {
    title: "Pick a trial that is already over",
    description:
      "Its timeline holds the answer. We will read it with you and mark the weeks that systems could return.",
    subject: "Pharmaceutical",
  },
};

import type { IndustryPage } from "../page-types.ts";

export const healthcare: IndustryPage = {
  slug: "healthcare",
  name: "Healthcare",
  question: "Can clinicians win back the two hours a day they lose to screens?",
  lead: "Start with the minutes that go on typing, chasing and entering things twice. Count them on your own wards, then remove the steps that nobody trained for years to do.",
  meta: {
    title: "Healthcare IT: give clinicians their time back",
    description:
      "Draft clinical notes, FHIR records, patient booking and process robots for hospitals and clinics, with consent, safety cases and audit trails.",
  },
  pressures: [
    {
      title: "The record eats the consultation",
      text: "A doctor types during the visit, catches up after clinic and finishes at home. Each mandatory field made sense to whoever added it. Nobody owns the total, so nobody ever takes a field away.",
    },
    {
      title: "Patients carry their own history",
      text: "The referral is a scanned PDF. The allergy list sits in another hospital’s system. At the third repetition of the same story, the patient concludes that nobody is listening, and sometimes leaves something out.",
    },
    {
      title: "Empty slots beside a long queue",
      text: "Cancellations arrive by telephone and rebooking takes three calls. The clinic runs short of patients on the day that its waiting list grows.",
    },
    {
      title: "A leak cannot be undone",
      text: "A card number can be replaced, a diagnosis cannot. Outages are equally unforgiving: the ward goes back to paper within minutes, and somebody types it all in again.",
    },
  ],
  capabilities: [
    {
      title: "AI & ML: notes that write their own first draft",
      service: "artificial-intelligence",
      text: "With the patient’s consent, speech becomes a structured draft in the clinician’s own template. Nothing reaches the record unsigned. We measure editing time per note and omissions per hundred notes, against a two-week baseline taken before anything is switched on.",
      points: [
        "Speech capture with a spoken consent step and a visible stop button",
        "Draft note and letter, with every sentence linked to the words it came from",
        "Weekly sample of fifty notes, reviewed by a named clinician",
      ],
    },
    {
      title: "Data Analytics: one count of patients",
      service: "data-analytics",
      text: "Bed managers, finance and the board rarely agree on how many people are waiting. We build a clinical data store on FHIR resources, write each definition down with its owner, and publish hourly counts that all three read from the same place.",
      points: [
        "Waiting list by specialty, age of wait and next step",
        "Discharge forecast for the coming 24 hours, shown with its past error",
        "Pseudonymised extracts for research, released by a data access committee",
      ],
    },
    {
      title: "Custom Applications: booking that patients finish",
      service: "application-lifecycle",
      text: "Off-the-shelf portals handle the common visit and fail on the rest. We build the missing part: the referral triage screen, the multi-appointment pathway, the pre-assessment form in six languages. Each writes back to the record through a standard interface, so it survives your next upgrade.",
      points: [
        "Offer of a cancelled slot to the next suitable patient by text message",
        "SMART on FHIR apps that open inside the record",
        "Paper and telephone routes kept for those who need them",
      ],
    },
    {
      title: "RPA: letters, codes and claims",
      service: "platforms",
      text: "Some systems have no interface and will not get one. A software robot can copy between them overnight, as a stopgap with an end date. Every robot has an owner, a log, and a list of cases that it must hand to a person.",
      points: [
        "Referral letters indexed and attached to the right patient",
        "Claims checked for missing codes before they leave",
        "A retirement date for each robot, reviewed every quarter",
      ],
    },
  ],
  architecture: {
    title: "From the bedside to a signed record",
    summary:
      "Speech from the consulting room passes a consent gateway before the note service may hear it. Ward devices and referrals enter through an integration engine, which turns them into FHIR. The engine gives the note service its context, feeds the robots and fills a clinical data store. Drafts go to the record for signature, proposed slots to the booking desk, and counts to the operations board.",
    columns: [
      {
        name: "Care",
        blocks: [
          { id: "room", name: "Consulting room", note: "Microphone, stop button" },
          { id: "ward", name: "Ward devices", note: "Monitors, orders, results" },
          { id: "referral", name: "Referrals", note: "Letters, portals, scans" },
        ],
      },
      {
        name: "Exchange",
        blocks: [
          { id: "consent", name: "Consent gateway", note: "No consent, no audio" },
          { id: "engine", name: "Integration engine", note: "HL7 v2 in, FHIR R4 out" },
        ],
      },
      {
        name: "Work",
        blocks: [
          { id: "notes", name: "Note service", note: "Drafts, never signs" },
          { id: "robots", name: "Process robots", note: "Logged, with an end date" },
          { id: "store", name: "Clinical data store", note: "No names by default" },
        ],
      },
      {
        name: "Use",
        blocks: [
          { id: "record", name: "Patient record", note: "The clinician signs here" },
          { id: "desk", name: "Booking desk", note: "Confirms each slot" },
          { id: "board", name: "Operations board", note: "Beds and waits, hourly" },
        ],
      },
    ],
    flows: [
      { from: "room", to: "consent", name: "Speech" },
      { from: "ward", to: "engine", name: "HL7 v2" },
      { from: "referral", to: "engine", name: "Documents" },
      { from: "consent", to: "notes", name: "Agreed audio" },
      { from: "engine", to: "notes", name: "Context" },
      { from: "engine", to: "robots", name: "Tasks" },
      { from: "engine", to: "store", name: "FHIR" },
      { from: "notes", to: "record", name: "Draft" },
      { from: "robots", to: "desk", name: "Proposed slot" },
      { from: "store", to: "board", name: "Counts" },
    ],
  },
  compliance: [
    {
      title: "GDPR, UK GDPR and HIPAA",
      text: "Health data needs a stated legal basis and a short list of readers. We write the impact assessment with your data protection officer before the first record moves, and log each access by person and reason.",
    },
    {
      title: "Clinical safety: DCB0129 and DCB0160",
      text: "In England, makers and deployers of health software keep a hazard log. We prepare ours and supply evidence for yours. Your clinical safety officer decides whether to go live.",
    },
    {
      title: "Medical device rules and the EU AI Act",
      text: "Software that diagnoses or recommends treatment may be a device. We draw that line in week one, in writing, and keep documentation tools on the near side of it.",
    },
    {
      title: "HL7 FHIR and the European Health Data Space",
      text: "We publish the profiles and terminology of every interface, so another supplier can connect without us.",
    },
  ],
  questions: [
    {
      question: "Where does “two hours” come from?",
      answer:
        "It is the order of magnitude that published observations of doctors’ working days suggest, not our promise. Your number depends on specialty, record system and staffing. We time twenty clinicians for two weeks first. If the loss turns out to be small, we say so and the work stops there.",
    },
    {
      question: "Who is responsible when a draft note is wrong?",
      answer:
        "The clinician who signs it, as with a dictated letter. That is why unsigned drafts never enter the record and why each sentence points to its source. Do not use draft notes where nobody has time to read them: a rushed signature is worse than a blank page.",
    },
    {
      question: "Must we replace our record system?",
      answer:
        "Usually not. Most of this work sits around the record and reads or writes through its interfaces. Replacement makes sense when the supplier ends support or charges more for access than the data is worth. We would rather help you negotiate that first.",
    },
    {
      question: "Does patient data leave our country?",
      answer:
        "Only if you decide that it may. Regions are fixed in the landing zone, support access is limited to named people, and model prompts are not kept for training. If a feature exists only elsewhere, you get the choice in writing, including the choice to go without it.",
    },
  ],
  closing: {
    title: "Bring us one clinic’s Tuesday",
    description: "Describe an ordinary day. An engineer will say which minutes could go, and which should stay.",
    subject: "Healthcare",
  },
};

/** Résumés of people who do not exist, as lines. */

const posts = [
  {
    title: "Senior engineer, Placeholder Bank",
    did: [
      "Moved 61 services to one shared platform, a team at a time.",
      "Wrote the on-call guide; pages per week fell from 41 to 12.",
    ],
  },
  {
    title: "Engineer, Example Textiles",
    did: [
      "Replaced a night batch of six hours by a stream.",
      "Tested the backups every month, and wrote down what failed.",
    ],
  },
  {
    title: "Consultant, Sample Advisory",
    did: [
      "Led two migrations with three client teams in two time zones.",
      "Left each client a plan that their own people could follow.",
    ],
  },
  {
    title: "Analyst, Dummy Freight",
    did: [
      "Found where a third of the parcels waited, and why.",
      "Built the report that the depot still opens each morning.",
    ],
  },
  {
    title: "Developer, Mock Insurance",
    did: [
      "Rebuilt the claims form for telephones; half of the claims come by it now.",
      "Cut the time of the test run from 40 minutes to 9.",
    ],
  },
  {
    title: "Support engineer, Specimen Hospital",
    did: ["Second line for 900 people on four sites.", "Wrote the runbooks of the ten most frequent calls."],
  },
];
const certificates = [
  "Kubernetes administrator",
  "Cloud architect, associate",
  "Professional in software testing",
  "Service management, foundation",
];
const studies = [
  "B.Sc. Computer Science, Test University",
  "B.E. Computer Engineering, Sample Institute",
  "M.Sc. Physics, Example University",
  "Apprenticeship in software development, Demo College",
];

/** Lines that stand above others. */
export const resumeHeads: ReadonlySet<string> = new Set(["Summary", "Experience", "Certificates", "Education"]);

interface Person {
  name: string;
  place: string;
  email: string;
  /** The role that it was written for. */
  role: string;
  /** A sentence about what they did before. */
  past: string;
  index: number;
}

/** The lines of a résumé: the same for the same `index`. */
export function writeResume({ name, place, email, role, past, index }: Person): string[] {
  const of = <Item>(items: readonly Item[], step: number) => items[(index + step) % items.length] as Item;
  const years = [2026, 2022 - (index % 2), 2018 - (index % 3), 2014];
  const experience: string[] = [];
  for (const step of [0, 1, 2]) {
    const { title, did } = of(posts, step * 2 + (index % 2));
    const until = step === 0 ? "now" : String(years[step]);
    experience.push(`${title}, ${years[step + 1]} to ${until}`, ...did.map((line) => `- ${line}`), "");
  }
  return [
    name,
    `${email}, ${place}`,
    "",
    "Summary",
    `${role}.`,
    past,
    "",
    "Experience",
    ...experience,
    "Certificates",
    `${of(certificates, 0)}, ${of(certificates, 1)}`,
    "",
    "Education",
    of(studies, 0),
    "",
    "Demo data: this person does not exist.",
  ];
}

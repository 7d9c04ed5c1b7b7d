import { day } from "#shared/dates/durations.ts";
import { usualStages } from "../../shared/hiring/hiring-stages.ts";
import { readWorkingOpening } from "../../worker/hiring/openings/read-working.ts";
import { createWorkingOpening, saveWorkingOpening } from "../../worker/hiring/openings/save-working.ts";
import { showWorkingOpening } from "../../worker/hiring/openings/show-working.ts";
import type { WorkingInput } from "../../worker/hiring/openings/working-draft.ts";
import type { AccountId } from "../../worker/db/accounts-tables.ts";
import type { OpeningId } from "../../worker/db/openings-tables.ts";
import { openDb } from "../../worker/db/client.ts";
import { newId } from "../../worker/lib/ids.ts";
import { readDemoStaff } from "./past.ts";
import type { SeedScope } from "./scope.ts";

const stages = usualStages.map(({ key, name }) => ({ key, name }));

/** What demo candidates for the cloud engineer are asked. */
function makeQuestions(): WorkingInput["questions"] {
  const none = { hint: "", options: [], knockOut: null };
  return [
    {
      ...none,
      id: newId(),
      kind: "yes-no",
      label: "May you work in the country of the place that you apply for?",
      isRequired: true,
      knockOut: { answer: "no" },
    },
    {
      ...none,
      id: newId(),
      kind: "several",
      label: "Which clouds have you run in production?",
      isRequired: false,
      options: ["AWS", "Azure", "Google Cloud", "Another one", "None yet"],
      knockOut: { options: ["None yet"] },
    },
    {
      ...none,
      id: newId(),
      kind: "number",
      label: "How many years have you written infrastructure as code?",
      hint: "Whole years are enough.",
      isRequired: true,
      knockOut: { below: 2 },
    },
    {
      ...none,
      id: newId(),
      kind: "text",
      label: "Tell us about a change that went wrong, and what you did next.",
      isRequired: false,
    },
  ];
}

const text = `Demo opening: this text shows how a role reads while it is written. Nobody is being hired for it.

## What you will do

- Plan the work of one team with the client, in weeks and not in quarters
- Write down decisions where everybody finds them
- Say early when a date will not hold

## What you bring

- Two years in which a team counted on your plan
- Plain written English`;

function makeDraft(actor: AccountId | null, overrides: Partial<WorkingInput>): WorkingInput {
  return {
    slug: "demo-role",
    requisitionId: "DEMO-ROLE",
    title: "",
    department: "Delivery",
    summary: "",
    markdown: text,
    workplace: "hybrid",
    employment: "full-time",
    openings: 1,
    pay: { min: 48_000, max: 60_000, currency: "EUR", period: "year" },
    places: [{ city: "Utrecht", region: null, country: "NL" }],
    remoteCountries: [],
    closesAt: null,
    questions: [],
    stages,
    team: actor ? [actor] : [],
    ...overrides,
  };
}

/**
 * Gives a demo opening questions, stages and a team, and makes a draft, an opening for colleagues and one with changes that
 * are not published; only where they are missing.
 */
export async function seedHiring(scope: SeedScope): Promise<void> {
  const db = openDb(scope.env.DB);
  const staff = await readDemoStaff<AccountId>(scope.env.DB);
  const [talent = null, hr = null] = [staff.get("talent") ?? null, staff.get("hr") ?? null];
  const rows = await db.selectFrom("openings").select(["id", "slug", "version", "status"]).execute();
  const find = (slug: string) => rows.find((row) => row.slug === slug);
  const change = async (id: OpeningId, version: number, patch: Partial<WorkingInput>) => {
    const job = await readWorkingOpening(db, { id });
    if (!job) return version;
    return saveWorkingOpening(db, { draft: { ...job.draft, ...patch }, known: { id, version }, actor: talent }, scope);
  };
  const made: string[] = [];

  const asking = find("cloud-engineer");
  const { asked = 0 } = asking
    ? await db
        .selectFrom("opening_questions")
        .select(({ fn }) => fn.countAll<number>().as("asked"))
        .where("opening_id", "=", asking.id)
        .executeTakeFirstOrThrow()
    : {};
  if (asking && asking.status === "published" && asked === 0) {
    const named = stages.toSpliced(3, 0, { key: "work-sample", name: "Work sample" });
    const team = [talent, hr].filter((id) => id !== null);
    const version = await change(asking.id, asking.version, { questions: makeQuestions(), stages: named, team });
    await showWorkingOpening(db, { known: { id: asking.id, version }, actor: talent, to: "as-before" }, scope);
    made.push(asking.slug);
  }
  const changing = find("data-engineer");
  const { written = 0 } = changing
    ? await db
        .selectFrom("opening_drafts")
        .select(({ fn }) => fn.countAll<number>().as("written"))
        .where("opening_id", "=", changing.id)
        .executeTakeFirstOrThrow()
    : {};
  if (changing && changing.status === "published" && changing.version === 2 && written === 0) {
    await change(changing.id, changing.version, { title: "Data engineer, energy", team: hr ? [hr] : [] });
    made.push(changing.slug);
  }
  if (!find("demo-delivery-manager")) {
    const draft = { slug: "demo-delivery-manager", requisitionId: "DEMO-DRAFT", title: "Delivery manager" };
    const pay = { min: null, max: null, currency: "EUR", period: "year" as const };
    await createWorkingOpening(db, { draft: makeDraft(talent, { ...draft, pay }), actor: talent }, scope);
    made.push(draft.slug);
  }
  if (!find("demo-team-lead")) {
    const draft = makeDraft(hr, {
      slug: "demo-team-lead",
      requisitionId: "DEMO-INTERNAL",
      title: "Team lead, platforms",
      summary: "Lead the team that you know: for colleagues only.",
      closesAt: Date.now() + 45 * day,
    });
    const known = await createWorkingOpening(db, { draft, actor: hr }, scope);
    await showWorkingOpening(db, { known, actor: hr, to: "internal" }, scope);
    made.push(draft.slug);
  }
  console.log(`Demo hiring: ${made.length} made, ${4 - made.length} in order.`);
}

import { type FormEvent, useId, useMemo, useState } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { KitSelect, KitOptions } from "#app/staff-kit/field.tsx";
import { Segments } from "#app/staff-kit/segments.tsx";
import { useWriteTime } from "#app/ui/local-time.tsx";
import type { ImportSettings } from "#worker/imports/import-schema.ts";
import { countPlan, listReport, listToSend, type Plan, type Totals } from "./flow/plan.ts";
import { SiteChoice } from "./site-choice.tsx";
import { ReportTable } from "./report-table.tsx";
import { useSlugs } from "./use-slugs.ts";
import { saveCsv } from "./save-file.ts";
import "./recipes.ts";

interface Named {
  id: string;
  name: string;
}

interface ReportViewProps {
  plan: Plan;
  authors: readonly Named[];
  categories: readonly Named[];
  /** `plan` has the addresses that its owner has chosen. */
  onStart: (plan: Plan, settings: ImportSettings) => void;
  onCancel: () => void;
}

/** What would become of a file, and what its owner decides about it. */
export function ReportView({ plan: read, ...props }: ReportViewProps) {
  const [plan, setPlan] = useState(read);
  // Of another site the posts have other addresses, so what was chosen for them before is gone.
  return <Report key={plan.site.name} {...props} plan={plan} onSite={setPlan} />;
}

interface ReportProps extends ReportViewProps {
  onSite: (plan: Plan) => void;
}

function Report({ plan: made, authors, categories, onStart, onCancel, onSite }: ReportProps) {
  const { plan, latest, choose, checked } = useSlugs(made);
  const totals = useMemo(() => countPlan(plan), [plan]);
  const form = useId();
  const writeTime = useWriteTime();
  const isOwn = plan.source.kind === "site";
  const toSend = listToSend(plan.posts, false).length;

  /** The same file of another site: what of it is here is another matter. */
  async function chooseSite(name: string): Promise<string | null> {
    try {
      const { importing } = await import("./importing.client.ts");
      onSite(await importing.nameSite(latest(), name, { signal: undefined, wait: () => {} }));
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async function start(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const read = (name: string) => String(fields.get(name) ?? "");
    const settings: ImportSettings = {
      fetches: fields.has("fetches"),
      publishes: isOwn || read("publishes") === "yes",
      updates: fields.has("updates"),
      category: read("category"),
      authors: Object.fromEntries(plan.authors.map(({ key }) => [key, read(`author ${key}`)])),
    };
    // The button may have been pressed right out of the field of an address.
    if (await checked()) onStart(latest(), settings);
  }

  return (
    <>
      {plan.open && (
        <p className="import-note">
          An import of this file was begun on {writeTime(plan.open.startedAt)} and is not finished. {totals.here} of{" "}
          {countThings(totals.posts, "post")} are here; it goes on with the rest.
        </p>
      )}
      {plan.broken && (
        <p className="import-note import-note-error">
          {plan.broken.why} The file stops making sense at {plan.broken.place}. What comes before it can be imported.
        </p>
      )}
      <SiteChoice site={plan.site} choose={chooseSite} />
      <TotalList totals={totals} />
      <form id={form} className="import-choices: grid gap-16px" onSubmit={(event) => void start(event)}>
        {!isOwn && <OwnChoices {...{ plan, authors, categories }} elsewhere={totals.pictures.elsewhere} />}
        {totals.changed > 0 && (
          <Tick
            name="updates"
            isOn={plan.open?.settings.updates ?? false}
            text={`Update ${countThings(totals.changed, "article")} of ${plan.site.name} that the file has otherwise now`}
            note="Articles that somebody has changed here are left alone in any case."
          />
        )}
      </form>
      <ReportTable plan={plan} choose={choose} />
      <p className="kit-row">
        <Button
          kind="primary"
          type="submit"
          form={form}
          unavailable={
            toSend + totals.pages === 0 && totals.changed === 0 ? "Every post of this file is here already." : undefined
          }
        >
          {nameStart(toSend, totals)}
        </Button>
        <Button icon="download" onClick={() => saveCsv("import-report.csv", listReport(plan))}>
          Report as CSV
        </Button>
        <Button kind="ghost" onClick={onCancel}>
          Choose another file
        </Button>
      </p>
    </>
  );
}

function TotalList({ totals }: { totals: Totals }) {
  return (
    <dl className="import-totals: grid grid-cols-[repeat(auto-fit,_minmax(150px,_1fr))] gap-16px [&_dt]:text-ink-2 [&_dt]:text-14 [&_b]:text-20 [&_b]:font-600 [&_b]:tabular-nums [&_span]:text-ink-2 [&_span]:text-14">
      <Total name="Posts" value={totals.posts} note={totals.here > 0 ? `${totals.here} are here already` : ""} />
      {totals.pages > 0 && <Total name="Pages" value={totals.pages} note="are kept apart" />}
      <Total name="With losses" value={totals.withLosses} />
      <Total name="Cannot be read" value={totals.unreadable} />
      <Total
        name="Pictures"
        value={totals.pictures.inArchive}
        note={totals.pictures.elsewhere > 0 ? `${totals.pictures.elsewhere} more on the old site` : "in the file"}
      />
      <Total name="Old addresses" value={totals.oldPaths} note="will lead here" />
      <Total
        name="New"
        value={totals.newTopics.author + totals.newTopics.category + totals.newTopics.tag}
        note={`${countThings(totals.newTopics.author, "author")}, ${countThings(totals.newTopics.category, "category", "categories")}, ${countThings(totals.newTopics.tag, "tag")}`}
      />
    </dl>
  );
}

interface OwnChoicesProps extends Pick<ReportViewProps, "plan" | "authors" | "categories"> {
  /** How many pictures are on the old site alone. */
  elsewhere: number;
}

/** What an export of a site like this one has decided already. */
function OwnChoices({ plan, authors, categories, elsewhere }: OwnChoicesProps) {
  const last = plan.open?.settings;
  return (
    <>
      <Segments
        label="Published posts"
        name="publishes"
        defaultValue={last?.publishes === false ? "no" : "yes"}
        options={[
          { value: "yes", name: "Published posts are published here" },
          { value: "no", name: "All come as drafts" },
        ]}
      />
      <KitSelect label="Category of posts that have none" name="category" defaultValue={last?.category ?? ""}>
        <option value="">General (made if it is missing)</option>
        <KitOptions of={categories.map(({ id, name }) => ({ value: id, name }))} />
      </KitSelect>
      {plan.authors.length > 0 && (
        <fieldset className="import-authors: grid grid-cols-[repeat(auto-fit,_minmax(min(100%,_260px),_1fr))] gap-12px [&_legend]:mb-8px [&_legend]:font-600">
          <legend>Authors</legend>
          {plan.authors.map((author) => (
            <AuthorChoice key={author.key} author={author} plan={plan} known={authors} />
          ))}
        </fieldset>
      )}
      {elsewhere > 0 && (
        <Tick
          name="fetches"
          isOn={last?.fetches ?? false}
          text={`Fetch ${countThings(elsewhere, "picture")} from the old site`}
          note="This site then asks the addresses that the posts name. Tick it only for your own posts."
        />
      )}
    </>
  );
}

function nameStart(toSend: number, { changed, pages }: Totals): string {
  if (toSend > 0 || (changed === 0 && pages === 0)) return `Import ${countThings(toSend, "post")}`;
  return changed > 0 ? "Import" : `Keep ${countThings(pages, "page")}`;
}

function Total({ name, value, note = "" }: { name: string; value: number; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b> {note && <span>{note}</span>}
      </dd>
    </div>
  );
}

interface AuthorChoiceProps {
  author: Plan["authors"][number];
  plan: Plan;
  known: readonly Named[];
}

function AuthorChoice({ author: { key, name }, plan, known }: AuthorChoiceProps) {
  const same = plan.topics.find((topic) => topic.kind === "author" && topic.name.toLowerCase() === name.toLowerCase());
  const chosen = plan.open?.settings.authors[key] ?? same?.id ?? "";
  return (
    <KitSelect label={name || key} name={`author ${key}`} defaultValue={chosen}>
      <option value="">{same ? "As in the file" : "A new author"}</option>
      <KitOptions of={known.map(({ id, name }) => ({ value: id, name }))} />
    </KitSelect>
  );
}

function Tick({ name, text, note, isOn }: { name: string; text: string; note: string; isOn: boolean }) {
  const id = useId();
  return (
    <div className="import-tick: grid grid-cols-[auto_1fr] gap-[2px_10px] items-center [&_p]:col-[2] [&_p]:text-ink-2 [&_p]:text-14 [&_input]:w-20px [&_input]:h-20px">
      <input type="checkbox" id={id} name={name} defaultChecked={isOn} aria-describedby={`${id}-note`} />
      <label htmlFor={id}>{text}</label>
      <p id={`${id}-note`}>{note}</p>
    </div>
  );
}

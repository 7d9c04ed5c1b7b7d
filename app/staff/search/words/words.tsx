import { Form, Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { readOwn } from "#shared/text/read-own.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/words.ts";
import { page } from "../page.ts";
import { buildPartPath, parts } from "../parts.ts";
import { answerPart, readPart } from "../read-part.ts";
import { ScrollTable } from "../scroll-table.tsx";
import { SearchPage } from "../search-page.tsx";
import { Direction } from "../direction.tsx";
import { changeWords } from "./answer-words.ts";
import { RuleForm } from "./rule-form.tsx";
import { SynonymsForm } from "./synonyms-form.tsx";
import { wordsSchema } from "./words-form.ts";
import { loadWords, type WordsView } from "./words-view.ts";
import "#app/staff/recipes.ts";
import "#app/staff/analytics/recipes.ts";
import "../recipes.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export const loader = (args: Route.LoaderArgs) => readPart(args, loadWords);

export const action = (args: Route.ActionArgs) => answerPart(args, wordsSchema, changeWords);

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view }) => view !== null);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta({ ...page, name: parts.words.name });

const doneWords: Readonly<Record<string, string>> = {
  "synonyms-saved": "The synonyms are saved. They count from the next search on.",
  "pin-saved": "The pin is saved. It counts from the next search on.",
  "exclusion-saved": "The exclusion is saved. It counts from the next search on.",
};

export default function Words({ loaderData: { view, done, why }, actionData }: Route.ComponentProps) {
  const tried = actionData && "draft" in actionData ? actionData : null;
  const draft = tried?.draft ?? view?.open ?? null;
  return (
    <SearchPage
      part="words"
      done={readOwn(doneWords, done ?? "") ?? null}
      answer={actionData}
      why={why}
      sentence={
        view &&
        `${countThings(view.synonyms.length, "group")} of synonyms, ${countThings(view.pins.length, "pin")}, ${countThings(view.exclusions.length, "exclusion")}. Changes count from the next search on.`
      }
    >
      {view && (
        <div className="panels panels-one staff-wide">
          {draft?.of === "synonyms" && (
            <SynonymsForm
              key={`${draft.id}${draft.version}`}
              draft={draft}
              problem={tried?.problem ?? null}
              effect={tried?.effect ?? null}
            />
          )}
          {draft && draft.of !== "synonyms" && (
            <RuleForm
              key={`${draft.id}${draft.version}${draft.of}`}
              draft={draft}
              problem={tried?.problem ?? null}
              effect={tried?.effect ?? null}
            />
          )}
          <SynonymsPanel rows={view.synonyms} />
          <RulesPanel kind="pin" rows={view.pins} />
          <RulesPanel kind="exclusion" rows={view.exclusions} />
        </div>
      )}
    </SearchPage>
  );
}

function SynonymsPanel({ rows }: { rows: WordsView["synonyms"] }) {
  return (
    <section className="panel search-panel" aria-labelledby="synonyms">
      <header>
        <h2 id="synonyms">Synonyms</h2>
        <small>Who searches for one finds what has the other.</small>
        <AddLink open="synonyms">Add synonyms</AddLink>
      </header>
      {rows.length === 0 ? (
        <p className="panel-none">None yet. The query log shows what visitors call things.</p>
      ) : (
        <ScrollTable
          label="Synonyms"
          heads={["Words", "Also finds", "Searches in 30 days", <Unseen key="a" />]}
          numbers={[2]}
        >
          {rows.map(({ id, version, first, others, oneWay, touched }) => (
            <tr key={id}>
              <th scope="row">{first}</th>
              <td>
                <Direction oneWay={oneWay} />{" "}
                <span className="kit-unseen">{oneWay ? "only this way: " : "both ways: "}</span>
                {others}
              </td>
              <td className="search-number">{touched}</td>
              <td>
                <RowActions {...{ id, version }} name={first} what="synonyms" />
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}

const ruleWords = {
  pin: {
    title: "Pins",
    note: "What stands first when somebody searches for just these words.",
    add: "Add a pin",
    none: "None yet. Pin a page when the ranking puts it too low for one search.",
  },
  exclusion: {
    title: "Exclusions",
    note: "What is not found: in one search, or in all of them.",
    add: "Add an exclusion",
    none: "None. Everything that is public can be found.",
  },
};

function RulesPanel({ kind, rows }: { kind: "pin" | "exclusion"; rows: WordsView["pins"] }) {
  const { title, note, add, none } = ruleWords[kind];
  const heads = ["Search", "Page", ...(kind === "pin" ? ["Place"] : []), "Searches in 30 days", <Unseen key="a" />];
  return (
    <section className="panel search-panel" aria-labelledby={kind}>
      <header>
        <h2 id={kind}>{title}</h2>
        <small>{note}</small>
        <AddLink open={kind}>{add}</AddLink>
      </header>
      {rows.length === 0 ? (
        <p className="panel-none">{none}</p>
      ) : (
        <ScrollTable label={title} heads={heads} numbers={kind === "pin" ? [2, 3] : [2]}>
          {rows.map(({ id, version, query, title: name, path, place, touched }) => (
            <tr key={id}>
              <th scope="row">{query === "" ? "Every search" : query}</th>
              <td>
                {path.startsWith("/") ? <a href={path}>{name}</a> : name}{" "}
                <span className="search-path: text-ink-2 text-13">{path}</span>
              </td>
              {kind === "pin" && <td className="search-number">{place}</td>}
              <td className="search-number">{touched}</td>
              <td>
                <RowActions {...{ id, version }} name={`${query} ${name}`} what="rule" />
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}

function Unseen() {
  return <span className="kit-unseen">Actions</span>;
}

function AddLink({ open, children }: { open: string; children: string }) {
  return (
    <Link
      className={`${nameButton({ isSmall: true })} search-end`}
      to={`${buildPartPath("words", { open })}#words-form`}
    >
      {children}
    </Link>
  );
}

interface RowActionsProps {
  id: string;
  version: number;
  name: string;
  what: "synonyms" | "rule";
}

function RowActions({ id, version, name, what }: RowActionsProps) {
  return (
    <Form className="search-actions" method="post" action={parts.words.path} preventScrollReset>
      <Link
        className={nameButton({ kind: "ghost", isSmall: true })}
        to={`${buildPartPath("words", { open: id })}#words-form`}
        aria-label={`Change ${name}`}
      >
        Change
      </Link>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <Button type="submit" kind="ghost" isSmall name="do" value={`${what}-delete`} aria-label={`Delete ${name}`}>
        Delete
      </Button>
    </Form>
  );
}

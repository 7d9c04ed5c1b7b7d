import { Form, Link } from "react-router";
import type { Refusal } from "#shared/pages/refusal.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { KitInput } from "#app/staff-kit/field.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { WordDiff } from "#app/writing-kit/merge/word-diff.tsx";
import { page } from "../page.ts";
import type { RevisionsView } from "./revisions-view.ts";
import "#app/writing-kit/merge/recipes.ts";
import "./revisions.css";

/** Every stored revision of an article, and how two of them differ. */
export function RevisionsPage({ view, refused }: { view: RevisionsView; refused: Refusal | null }) {
  const own = `${page.path}/${view.id}`;
  const shown = view.revisions.find(({ version }) => version === view.to);
  const look = view.isSideBySide ? "&view=side" : "";
  return (
    <>
      <PageHead
        title={`Revisions of ${view.title}`}
        actions={
          <Link className={nameButton()} to={own}>
            Back to the article
          </Link>
        }
      >
        Saves of one writer within ten minutes are one revision.
      </PageHead>
      <DoneNotice text={view.done === "name" ? "The name is saved." : null} />
      {refused && <FormSummary title={refused.title} problems={refused.problems} />}
      <div className="revisions: grid grid-cols-[280px_minmax(0,_1fr)] gap-24px items-start lt-md:grid-cols-[minmax(0,_1fr)]">
        <RevisionList view={view} look={look} />
        <section
          className="revisions-diff: grid gap-16px min-w-0 max-w-100ch [&_ins]:text-success [&_ins]:bg-success-bg [&_del]:text-danger [&_del]:bg-danger-bg"
          aria-label="What changed"
        >
          <div className="kit-row">
            <p>
              {view.from === null ? "The first revision" : "Compared with the one before"}
              {": "}
              <ins>added</ins> <del>removed</del>
            </p>
            <Link
              className={nameButton({ isSmall: true })}
              to={`?to=${view.to}${view.isSideBySide ? "" : "&view=side"}`}
              preventScrollReset
            >
              {view.isSideBySide ? "Show in one text" : "Show side by side"}
            </Link>
            {shown && !shown.isNewest && (
              <Form method="post">
                <input type="hidden" name="intent" value="restore" />
                <input type="hidden" name="version" value={view.version} />
                <input type="hidden" name="revision" value={view.to} />
                <Button type="submit" isSmall kind="primary">
                  Restore as the newest
                </Button>
              </Form>
            )}
          </div>
          {shown && (
            <Form
              method="post"
              className="revisions-name: flex flex-wrap gap-8px items-center"
              key={`${view.to} ${shown.name ?? ""}`}
            >
              <input type="hidden" name="intent" value="name" />
              <input type="hidden" name="revision" value={view.to} />
              <KitInput
                label="Name"
                isOptional
                hint="A revision with a name is kept, whatever is saved after it."
                name="name"
                maxLength={80}
                defaultValue={shown.name ?? ""}
              />
              <Button type="submit" isSmall>
                Save the name
              </Button>
            </Form>
          )}
          {view.changes.map(({ name, parts }) => (
            <section key={name}>
              <h2>{name}</h2>
              {view.isSideBySide ? (
                <div className="merge-sides">
                  <div>
                    <h3>Before</h3>
                    <WordDiff parts={parts} side="before" />
                  </div>
                  <div>
                    <h3>After</h3>
                    <WordDiff parts={parts} side="after" />
                  </div>
                </div>
              ) : (
                <WordDiff parts={parts} />
              )}
            </section>
          ))}
        </section>
      </div>
    </>
  );
}

/** `look` keeps the mode of the comparison, as a part of an address. */
function RevisionList({ view, look }: { view: RevisionsView; look: string }) {
  return (
    <ol
      className="revisions-list: grid gap-2px [&_a]:grid [&_a]:gap-2px [&_a]:justify-items-start [&_a]:p-[8px_12px] [&_a]:rounded-control [&_a:hover]:bg-surface [&_a[aria-current]]:bg-surface-2 [&_span]:text-ink-2 [&_span]:text-13 lt-md:max-h-40svh lt-md:overflow-y-auto"
      aria-label="Revisions, newest first"
    >
      {view.revisions.map(({ version, saved, by, name, isNewest, isShown }) => (
        <li key={version}>
          <Link to={`?to=${version}${look}`} aria-current={version === view.to ? "true" : undefined} preventScrollReset>
            <b>{name ?? <LocalTime at={saved} />}</b>
            <span>
              {by ?? "Somebody who is gone"}
              {name !== null && (
                <>
                  , <LocalTime at={saved} />
                </>
              )}
            </span>
            {isNewest && <Tag>Newest</Tag>}
            {isShown && <Tag>Readers see it</Tag>}
          </Link>
        </li>
      ))}
    </ol>
  );
}

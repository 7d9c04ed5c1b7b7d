import { startTransition, useEffect, useEffectEvent, useState } from "react";
import { Form, Link, useNavigation, useSubmit } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { ApplicationView } from "./application-view.ts";
import { applicationsList } from "./applications-list.ts";
import { KitOptions } from "#app/staff-kit/field.tsx";
import "./recipes.ts";

interface PeopleProps {
  view: ApplicationView;
  /** The address of the page, and the query of the list that it is looked at in. */
  own: string;
  query: string;
  mayAudit: boolean;
}

/** Who handles it, its tags, and what else there is of the person. */
export function ApplicationPeople({ view, own, query, mayAudit }: PeopleProps) {
  const known = `${view.id}:${view.version}`;
  const row = <input type="hidden" name="row" value={known} />;
  const { assignee, assign } = useAssignee(view.assignee, { row: known, action: own });
  return (
    <>
      <section aria-labelledby="assignee">
        <h2 id="assignee">Assignee</h2>
        <Form method="post" action={own} preventScrollReset className="kit-row">
          {row}
          <input type="hidden" name="do" value="assign" />
          <select
            className="kit-input application-assignee"
            name="to"
            aria-labelledby="assignee"
            value={assignee}
            onChange={(event) => assign(event.currentTarget.value)}
          >
            <KitOptions of={view.assignees} />
          </select>
          <noscript>
            <Button type="submit">Assign</Button>
          </noscript>
        </Form>
      </section>
      <section aria-labelledby="tags">
        <h2 id="tags">Tags</h2>
        <Form
          method="post"
          action={own}
          preventScrollReset
          className="kit-row application-tags: [&:has(button)]:mb-8px"
        >
          {row}
          <input type="hidden" name="do" value="untag" />
          {view.tags.map((tag) => (
            <button
              key={tag}
              className="application-tag: inline-flex items-center min-h-24px rounded-full"
              name="tag"
              value={tag}
              aria-label={`Remove the tag ${tag}`}
            >
              <Tag>
                {tag}
                <Icon name="x" />
              </Tag>
            </button>
          ))}
        </Form>
        <Form method="post" action={own} preventScrollReset className="kit-row" key={view.tags.join()}>
          {row}
          <input
            className="kit-input application-assignee"
            name="tag"
            aria-label="New tag"
            placeholder="New tag"
            maxLength={40}
            required
            autoComplete="off"
          />
          <Button type="submit" name="do" value="tag">
            Add
          </Button>
        </Form>
      </section>
      {view.others.length > 0 && (
        <section aria-labelledby="others">
          <h2 id="others">
            Also from this person <span>{view.others.length}</span>
          </h2>
          <People people={view.others} own={own} query={query} />
        </section>
      )}
      {view.duplicates.length > 0 && (
        <section aria-labelledby="duplicates">
          <h2 id="duplicates">
            The same person? <span>{view.duplicates.length}</span>
          </h2>
          <People people={view.duplicates} own={own} query={query} />
        </section>
      )}
      {mayAudit && (
        <p>
          <Link to={`/audit-log?q=${view.id}`}>Who saw this person’s data</Link>
        </p>
      )}
    </>
  );
}

/**
 * The chosen assignee, who is sent at once. One at a time, as each one raises the version: whoever is chosen meanwhile follows.
 * @param stored who it is
 */
function useAssignee(stored: string, { row, action }: { row: string; action: string }) {
  const submit = useSubmit();
  const isIdle = useNavigation().state === "idle";
  const [wanted, setWanted] = useState<string | null>(null);
  const [sent, setSent] = useState<{ to: string } | null>(null);
  if (wanted !== null && sent === null && isIdle) {
    setWanted(null);
    if (wanted !== stored) setSent({ to: wanted });
  }
  const send = useEffectEvent(async ({ to }: { to: string }) => {
    try {
      await submit({ row, do: "assign", to }, { method: "post", action, preventScrollReset: true });
    } finally {
      // Not before the page with the answer.
      startTransition(() => setSent(null));
    }
  });
  useEffect(() => {
    if (sent) void send(sent);
  }, [sent]);
  return { assignee: wanted ?? sent?.to ?? stored, assign: setWanted };
}

const likeness = { name: "Same name", phone: "Same telephone", same: "" };

function People({ people, own, query }: { people: ApplicationView["others"] } & Pick<PeopleProps, "own" | "query">) {
  return (
    <ul className="application-others: [&_p]:text-ink-2 [&_p]:text-13 [&>li+li]:mt-10px [&_a]:font-600 [&_a]:underline [&_a]:underline-offset-3px [&_form]:mt-4px">
      {people.map(({ id, name, email, job, stageName, received, how, candidate, parts }) => (
        <li key={id}>
          <Link to={`${applicationsList.path}/${id}${query}`}>{how === "same" ? job : name}</Link>
          <p>
            {likeness[how] && `${likeness[how]}, `}
            {email}
            {how !== "same" && `, ${job}`}, {stageName}, <LocalTime at={received} />
          </p>
          {(how !== "same" || parts) && (
            <Form method="post" action={own} preventScrollReset>
              <input type="hidden" name="candidate" value={how === "same" ? (parts ?? "") : candidate} />
              <Button type="submit" isSmall name="do" value={how === "same" ? "part" : "merge"}>
                {how === "same" ? "Not the same person" : "Same person"}
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}

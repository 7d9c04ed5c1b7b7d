import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import type { ImportAnswer } from "./answer-import.ts";
import { InviteResults } from "./invite-results.tsx";
import "#app/staff-kit/recipes.ts";

interface ImportPlanProps {
  answer: ImportAnswer;
  /** Where the form posts to. */
  path: string;
  isBusy: boolean;
}

/** What each line of a file would do, and the form that does it. */
export function ImportPlan({ answer, path, isBusy }: ImportPlanProps) {
  const { text, lines, fingerprint, counts, result, problems } = answer;
  const { invites, grants } = counts;
  const isNothing = invites + grants === 0;
  return (
    <section // What a file would do.
      className="user-plan: grid gap-10px"
      aria-labelledby="plan-title"
    >
      {result && <InviteResults result={result} />}
      {problems.length > 0 && !isBusy && <FormSummary title="Nothing has been sent." problems={problems} />}
      <h2 id="plan-title">{result ? "What is left of the file" : "What the file would do"}</h2>
      <p>{formatCounts(counts, lines.length)}</p>
      <Form
        method="post"
        action={path}
        encType="multipart/form-data"
        className="kit-row"
        onSubmit={(event) => isBusy && event.preventDefault()}
      >
        <input type="hidden" name="intent" value="send" />
        <input type="hidden" name="fingerprint" value={fingerprint} />
        <textarea name="text" value={text} readOnly hidden />
        <Button
          kind="primary"
          type="submit"
          isBusy={isBusy}
          unavailable={isNothing ? "No line of the file has anything to send." : undefined}
        >
          {formatVerb(invites, grants)}
        </Button>
      </Form>
      <div
        className="user-plan-lines: max-h-60svh overflow-auto"
        role="region"
        aria-label="Lines of the file"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
        tabIndex={0}
      >
        <table className="kit-table">
          <TableHead names={["Line", "E-mail", "Roles", "What happens"]} />
          <tbody>
            {lines.map(({ line, email, roles, what, state }) => (
              <tr key={line}>
                <td>{line}</td>
                <th scope="row">{email || "–"}</th>
                <td>{roles || "–"}</td>
                <td>
                  {state === "problem" ? (
                    <span className="kit-error">
                      <Icon name="warning" />
                      {what}
                    </span>
                  ) : state === "now" ? (
                    <Tag tone="success" icon="check">
                      {what}
                    </Tag>
                  ) : (
                    <span className="list-second">{what}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function formatCounts({ invites, grants, problems }: ImportAnswer["counts"], lines: number): string {
  return [
    `${countThings(lines, "line")}:`,
    `${countThings(invites, "invite")},`,
    `${countThings(grants, "account")} with more roles,`,
    `${countThings(problems, "problem")}.`,
    "Lines with a problem are left out.",
  ].join(" ");
}

function formatVerb(invites: number, grants: number): string {
  if (invites === 0 && grants > 0) return `Give roles to ${countThings(grants, "account")}`;
  if (grants === 0) return `Send ${countThings(invites, "invite")}`;
  return `Send ${countThings(invites, "invite")}, give roles to ${countThings(grants, "account")}`;
}

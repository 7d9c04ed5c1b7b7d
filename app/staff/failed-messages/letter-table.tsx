import { Link } from "react-router";
import { emptyArt } from "#app/staff/art.ts";
import { LocalTime } from "#app/ui/local-time.tsx";
import { Empty } from "#app/ui/empty.tsx";
import type { LetterRow } from "./letter-rows.ts";
import { LetterButton } from "./letter-forms.tsx";

interface LetterTableProps {
  letters: readonly LetterRow[];
  /** How many are not listed; null for none. */
  more: string | null;
}

/** Failed messages as a table, the oldest first; below 1024 px each row becomes a card (see table.css). */
export function LetterTable({ letters, more }: LetterTableProps) {
  if (letters.length === 0)
    return (
      <Empty title="No failed messages" art={emptyArt["/failed-messages"]}>
        Everything the site had to do in the background was done. What fails at every try is kept here, so that nothing
        is lost.
      </Empty>
    );
  return (
    <>
      <table className="staff-table letter-table">
        <caption>Failed messages, the oldest first</caption>
        <thead>
          <tr>
            <th scope="col">Queue</th>
            <th scope="col">Message</th>
            <th scope="col">Sent</th>
            <th scope="col">Given up</th>
            <th scope="col">Tries</th>
            <th scope="col">Last error</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {letters.map((letter) => (
            <tr key={letter.id}>
              <th scope="row">
                {letter.queue}
                {letter.isDemo && <span className="staff-chip">Demo</span>}
              </th>
              <td>
                {letter.body === null ? (
                  "Too long to keep"
                ) : (
                  <details>
                    <summary>Show</summary>
                    {/* Can be scrolled sideways, so that it has to be reached by keyboard. */}
                    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
                    <pre tabIndex={0}>{letter.body}</pre>
                  </details>
                )}
              </td>
              <td data-label="Sent">
                <LocalTime at={letter.queued} />
              </td>
              <td data-label="Given up">
                <LocalTime at={letter.received} />
              </td>
              <td data-label="Tries">{letter.attempts ?? "Not known"}</td>
              <td data-label="Last error" className="letter-error">
                {letter.lastError ?? "Not known; see the logs"}
              </td>
              <td>
                <div className="letter-actions">
                  {letter.body !== null && (
                    <LetterButton intent="send-again" id={letter.id} kind="outline">
                      Send again
                    </LetterButton>
                  )}
                  <Link className="btn btn-outline btn-small" to={`/failed-messages?delete=${letter.id}`}>
                    Delete…
                  </Link>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more && <p className="staff-text">{more} more are not listed; they appear once these are dealt with.</p>}
    </>
  );
}

import { Link } from "react-router";
import { countThings } from "#app/staff-kit/count.ts";
import { page } from "#app/staff/insights/page.ts";
import type { UndoAnswer } from "./answer-undo.ts";
import "./recipes.ts";

/** What came of taking an import back: what went, and what stays and why. */
export function UndoOutcome({ answer: { undone, trouble } }: { answer: UndoAnswer }) {
  if (!undone)
    return (
      <p className="import-note import-note-error" role="alert">
        {trouble}
      </p>
    );
  const { trashed, edited, inUse } = undone;
  const { topics, files } = inUse;
  const others = [
    topics > 0 && countThings(topics, "author, category or tag", "authors, categories and tags"),
    files > 0 && countThings(files, "file"),
  ].filter(Boolean);
  return (
    <div className="import-note" role="status">
      <p>
        {`${countThings(trashed, "article")} went to `}
        <Link to={`${page.path}?status=trash`}>the trash</Link>, with the redirects to {trashed === 1 ? "it" : "them"}.
      </p>
      {edited.count > 0 && (
        <>
          <p>{countThings(edited.count, "article stays", "articles stay")}: somebody has changed them since.</p>
          <ul>
            {edited.titles.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </>
      )}
      {others.length > 0 && (
        <p>{others.join(" and ")} stay, because articles still have them. What only the trash has goes with it.</p>
      )}
    </div>
  );
}

import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { StatusChip } from "#app/staff-kit/tag.tsx";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { ImportRow } from "./import.tsx";
import "./recipes.ts";
import "#app/staff-kit/recipes.ts";

export const kindNames: Readonly<Record<string, string>> = {
  wordpress: "WordPress",
  ghost: "Ghost",
  markdown: "Markdown",
  html: "HTML pages",
  site: "Export of a site like this",
};

/** The imports that were made, each with its undo. */
export function ImportsList({ imports }: { imports: readonly ImportRow[] }) {
  if (imports.length === 0)
    return (
      <EmptyState title="No import yet">
        Each import is listed here with who made it, and can be taken back as a whole.
      </EmptyState>
    );
  return (
    <>
      {/* Can be scrolled, so it has to be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <div className="import-table" role="region" aria-label="Table of imports" tabIndex={0}>
        <table className="kit-table">
          <TableHead names={["File", "Begun", "By", "Articles", "State"]} unseen="Undo" />
          <tbody>
            {imports.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  {row.file}
                  <span>{`${kindNames[row.kind] ?? row.kind}, ${row.site}`}</span>
                </th>
                <td>
                  <LocalTime at={row.startedAt} />
                </td>
                <td>{row.starter ?? "Nobody known any longer"}</td>
                <td>{`${row.articles} of ${row.posts}`}</td>
                <td>
                  <State row={row} />
                </td>
                <td>{row.undoneAt === null && <DialogTrigger dialog={nameDialog(row.id)}>Undo…</DialogTrigger>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {imports
        .filter(({ undoneAt }) => undoneAt === null)
        .map((row) => (
          <Question key={row.id} row={row} />
        ))}
    </>
  );
}

function nameDialog(id: string): string {
  return `undo-${id}`;
}

function State({ row: { undoneAt, undoer, isFinished } }: { row: ImportRow }) {
  if (undoneAt)
    return (
      <>
        <StatusChip>Taken back</StatusChip>
        <span className="import-by">
          <LocalTime at={undoneAt} />
          {undoer && ` by ${undoer}`}
        </span>
      </>
    );
  if (isFinished) return <StatusChip tone="success">Finished</StatusChip>;
  return (
    <>
      <StatusChip tone="warn">Not finished</StatusChip>
      <span className="import-by">Choose the same file to go on.</span>
    </>
  );
}

function Question({ row: { id, version, file, articles } }: { row: ImportRow }) {
  return (
    <ConfirmDialog
      id={nameDialog(id)}
      title="Take this import back?"
      summary={file}
      verb="Take back"
      count={articles}
      noun="article"
      tone="danger"
      fields={{ do: "undo", id, version: String(version) }}
    >
      <p>
        Articles that nobody has changed since go to the trash, where they can be restored for 30 days. Old addresses no
        longer lead to them. {countThings(articles, "article")} came with this import.
      </p>
      <p>Pictures, authors, categories and tags that it has made go once no article has them.</p>
    </ConfirmDialog>
  );
}

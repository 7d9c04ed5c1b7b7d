import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { pagesPath } from "./pages-path.ts";

/** Deletes a page that an import has brought, after a question. */
export function DeletePage({ id, title }: { id: string; title: string }) {
  const dialog = `delete-${id}`;
  return (
    <>
      <DialogTrigger dialog={dialog}>Delete…</DialogTrigger>
      <ConfirmDialog
        id={dialog}
        title="Delete this page?"
        summary={title}
        verb="Delete"
        count={1}
        noun="page"
        tone="danger"
        action={pagesPath}
        fields={{ id }}
      >
        <p>An import of the same file brings it back.</p>
      </ConfirmDialog>
    </>
  );
}

import { Form, Link, redirect } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Coming } from "#app/staff/coming.tsx";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { readKnown } from "#worker/insights/read-editing.ts";
import { createPost } from "#worker/insights/save-post.ts";
import type { Route } from "./+types/blog-management.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { page } from "./page.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** Without a loader the browser would not ask the server for this page, and no guard would run. */
export function loader() {
  return null;
}

/** Starts an article and leads to it. */
export async function action({ context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const actor = context.get(staffContext).user.id as UserId;
  const db = openDb(scope.env.DB);
  const { authors, categories } = await readKnown(db);
  if (authors.length === 0 || categories.length === 0) return redirect(page.path, 303);
  const draft = {
    slug: `untitled-${newId().slice(-12)}`,
    title: "",
    dek: "",
    categoryId: categories[0]?.id,
    authorIds: authors.slice(0, 1).map(({ id }) => id),
    tagIds: [],
    featured: false,
    markdown: "",
    coverAlt: null,
  };
  const id = await createPost(db, { draft: draft as never, actor }, scope);
  return redirect(`${page.path}/${id}`, 303);
}

export const meta = () => buildPageMeta(page);

const parts = [
  { name: "Drafts", text: "What is being written, by whom, and when it was last saved." },
  { name: "Calendar", text: "What is scheduled, and for which day and time zone." },
  { name: "Published", text: "What readers see, with its figures." },
  { name: "Covers", text: "Pictures drawn from a motif, a colour and a seed." },
];

export default function BlogManagement() {
  return (
    <Coming
      page={page}
      art="rings"
      title="No editor yet"
      parts={parts}
      action={
        <>
          <Form method="post">
            <Button kind="primary" icon="plus" type="submit" name="do" value="new">
              New article
            </Button>
          </Form>
          <Link className={nameButton()} to="/insights" reloadDocument>
            Open Insights
          </Link>
        </>
      }
    >
      Articles for Insights will be written, scheduled and published here. Those that are there now can be read on the
      site.
    </Coming>
  );
}

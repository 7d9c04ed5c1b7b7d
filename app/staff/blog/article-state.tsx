import { data, Link } from "react-router";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { openDb } from "#worker/db/client.ts";
import type { PostId } from "#worker/db/insights-tables.ts";
import { readHeldPosts } from "#worker/insights/list-for-staff.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/article-state.ts";
import { page } from "./page.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  try {
    const [post] = await readHeldPosts(openDb(env.DB), [params.id as PostId]);
    return data({ post: post ?? null, isRead: true }, { status: post ? 200 : 404 });
  } catch (error) {
    log.error("article not read for staff", error);
    return data({ post: null, isRead: false }, { status: 503 });
  }
}

export const meta = () => buildPageMeta(page);

export default function ArticleState({ loaderData: { post, isRead } }: Route.ComponentProps) {
  const missing = isRead ? "There is no such article." : "The article could not be read just now.";
  return (
    <>
      <PageHead title={post?.title ?? "Article"}>{post ? `Status: ${post.status}` : missing}</PageHead>
      <main className="staff-wide">
        <Link className={nameButton()} to={page.path}>
          All articles
        </Link>
      </main>
    </>
  );
}

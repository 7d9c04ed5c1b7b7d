import { Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { renderRunbook } from "#worker/operations/runbook.ts";
import type { Route } from "./+types/runbook.ts";
import { page } from "./page.ts";
import "./runbook.css";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

export function loader() {
  return { html: renderRunbook() };
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta({ ...page, name: "Runbook" });

/** docs/runbook.md of the version that is at work. */
export default function Runbook({ loaderData: { html } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Runbook"
        actions={
          <Link className={nameButton()} to={page.path}>
            Operations
          </Link>
        }
      >
        What to do when something fails. Keep a copy where it can be read while the site is away: docs/runbook.md.
      </PageHead>
      <div
        className="runbook: max-w-1100px pb-48px wrap-anywhere [&_h2]:m-[28px_0_8px] [&_p]:mt-10px [&_ol]:mt-10px [&_pre]:mt-10px [&_table]:mt-10px [&_ol]:pl-22px [&_ol]:list-decimal [&_li+li]:mt-4px [&_a]:underline [&_a]:underline-offset-3px [&_code]:font-mono [&_code]:[font-size:0.875em] [&_pre]:font-mono [&_pre]:[font-size:0.875em] [&_pre]:p-[10px_12px] [&_pre]:whitespace-pre-wrap [&_pre]:bg-surface [&_table]:w-full [&_table]:table-fixed [&_table]:border-collapse [&_th]:p-[6px_16px_6px_0] [&_th]:text-left [&_th]:align-top [&_th]:border-b-1px-line [&_td]:p-[6px_16px_6px_0] [&_td]:text-left [&_td]:align-top [&_td]:border-b-1px-line [&_th]:text-ink-2 [&_th]:font-400 [&_[id]]:[scroll-margin-top:88px] [&_tr:has(:target)>td]:bg-surface [&_tr:has(:target)>td]:[box-shadow:inset_0_-2px_var(--warn)] [@media_(width<800px)]:[&_thead]:absolute [@media_(width<800px)]:[&_thead]:w-1px [@media_(width<800px)]:[&_thead]:h-1px [@media_(width<800px)]:[&_thead]:overflow-hidden [@media_(width<800px)]:[&_thead]:[clip-path:inset(50%)] [@media_(width<800px)]:[&_tr]:py-8px [@media_(width<800px)]:[&_tr]:border-b-1px-line [@media_(width<800px)]:[&_td]:p-[2px_0] [@media_(width<800px)]:[&_td]:border-0 [@media_(width<800px)]:[&_td:first-child]:font-600"
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </>
  );
}

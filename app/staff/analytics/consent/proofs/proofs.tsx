import { Link } from "react-router";
import { bannerWordings } from "#shared/analytics/banner-wordings.ts";
import { writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { Tooltip } from "#app/staff-kit/tooltip.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { answerList } from "#app/staff/lists/answer-list.ts";
import { answerOffline } from "#app/staff/lists/answer-offline.ts";
import { loadList } from "#app/staff/lists/load-list.ts";
import { loadListCached } from "#app/staff/lists/load-list-cached.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { exportedAtMost } from "#worker/audit/export-rows.ts";
import { listProofs } from "#worker/analytics/proofs/list-proofs.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/proofs.ts";
import { page as consentPage } from "../page.ts";
import { WordingDialog } from "../wording.tsx";
import { listProofOptions, proofList, toProofFilter } from "./proof-list.ts";
import { buildProofView, proofCells, toProofRows } from "./proof-rows.tsx";
import "../recipes.ts";
import "./recipes.ts";
import "../consent.css";
import "./proofs.css";

export const middleware = [requirePermission(consentPage.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader(args: Route.LoaderArgs) {
  const { env } = args.context.get(requestScope);
  return loadList(
    proofList,
    args,
    async ({ state, asked: { sort, ...asked }, locale }) => {
      const filter = toProofFilter(state, now());
      const found = await listProofs(openDb(env.DB), { ...asked, filter, direction: sort.direction });
      return { found, rows: toProofRows(found.rows, locale), extra: describe(locale, found.countries) };
    },
    ({ locale }) => describe(locale, []),
  );
}

function describe(locale: string, countries: readonly string[]) {
  return {
    options: listProofOptions(countries, locale),
    exportedAtMost: new Intl.NumberFormat(locale).format(exportedAtMost),
  };
}

/** Changes of the reader's own saved views, and of how the list looks to them. */
export const action = (args: Route.ActionArgs) => answerList(proofList, args);

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadListCached(proofList, args);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

const name = "Ledger of proofs";

export const meta = () => buildPageMeta({ ...consentPage, name });

export default function Proofs({ loaderData, actionData }: Route.ComponentProps) {
  const { state, options } = loaderData;
  const query = writeListQuery(proofList, { ...state, page: null, view: null });
  return (
    <>
      <PageHead
        title={name}
        actions={
          <>
            <Link className={nameButton({ kind: "ghost" })} to={consentPage.path}>
              <Icon name="arrow-left" />
              Consent
            </Link>
            <Tooltip id="file-note" text={`At most ${loaderData.exportedAtMost} rows in a file, the newest first.`}>
              {/* The answer is a file, or asks for a fresh sign-in, so the browser asks for it by itself. */}
              <a className={nameButton()} href={`${proofList.path}.csv${query}`} aria-describedby="file-note">
                <Icon name="download" />
                Export as CSV
              </a>
            </Tooltip>
          </>
        }
      >
        Each choice about cookies. Nobody can change a proof, or delete it within three years.
      </PageHead>
      <DataList
        list={proofList}
        loaded={loaderData}
        cells={proofCells}
        buildView={buildProofView}
        views={[
          { name: "All", filters: {} },
          { name: "Accepted", filters: { status: "accepted" } },
          { name: "Rejected", filters: { status: "rejected" } },
          { name: "Other wordings", filters: { version: "other" } },
        ]}
        filters={options}
        search={{ label: "Id of the choice", note: "The whole id of a choice, or how it begins." }}
        empty={<p>Nobody has answered the cookie banner yet.</p>}
        refusedView={actionData?.refusedView ?? null}
      />
      {Object.keys(bannerWordings).map((version) => (
        <WordingDialog key={version} version={version} />
      ))}
    </>
  );
}

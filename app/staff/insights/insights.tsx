import { Link, redirect } from "react-router";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { rowForm } from "#app/staff-kit/list/list-strip.tsx";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { answerList } from "#app/staff/lists/answer-list.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { loadList } from "#app/staff/lists/load-list.ts";
import { loadListCached } from "#app/staff/lists/load-list-cached.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import { openDb } from "#worker/db/client.ts";
import { listForStaff } from "#worker/insights/list-for-staff.ts";
import type { Failing } from "#worker/insights/retries.ts";
import { now } from "#worker/lib/clock.ts";
import { newId } from "#worker/lib/ids.ts";
import { openSearchDb } from "#worker/search/engine/search-db.ts";
import { findArticleIds } from "#worker/search/find/find-article-ids.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/insights.ts";
import { answerPosts } from "./answer-insights.ts";
import { missingCovers } from "./cover/missing-covers.ts";
import { DeskLinks } from "./desk-links.tsx";
import { MissingNotice } from "#app/staff/media/missing-notice.tsx";
import { NewArticle } from "./new-article.tsx";
import { page as insightsPage } from "./page.ts";
import { listInsightOptions, insightList, toInsightFilter } from "./insight-list.ts";
import { buildInsightView, listInsightBulkActions, nameDeletion, insightCells, toInsightRow } from "./insight-rows.tsx";
import { formatInsightFigures, listInsightViews } from "./insight-views.ts";
import { AnnouncementNotice, PurgeNotice } from "./purge-notice.tsx";
import { BegunNotice } from "#app/writing-kit/saving/begun-notice.tsx";
import { useMissing } from "#app/staff/media/use-missing.ts";
import "./recipes.ts";
import "./insights.css";

export const middleware = [requirePermission(insightsPage.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

const nothingKnown = { authors: [], categories: [], tags: [] };

export function loader(args: Route.LoaderArgs) {
  const { env, log } = args.context.get(requestScope);
  const zone = args.context.get(staffContext).timeZone ?? "UTC";
  return loadList(
    insightList,
    args,
    async ({ state, asked, locale }) => {
      const at = now();
      const filter = toInsightFilter(state, { reader: asked.reader, at, zone });
      // Without the search of the site, texts of public articles are not sought.
      const inTexts = await findArticleIds(openSearchDb(env.SEARCH_DB), filter.words).catch((error: unknown) => {
        log.error("texts not searched", error);
        return [];
      });
      const found = await listForStaff(openDb(env.DB), { ...asked, filter: { ...filter, inTexts }, now: at });
      const tell = (failing: Failing | null) => failing && { ...failing, since: toInstant(failing.since, locale) };
      return {
        found,
        rows: found.rows.map((row) => toInsightRow(row, locale)),
        extra: {
          figures: found.figures,
          purges: tell(found.failingPurges),
          announcements: tell(found.failingAnnouncements),
          undrawn: found.undrawn,
          views: listInsightViews(found.figures, locale),
          known: found.known,
        },
      };
    },
    ({ locale }) => ({
      figures: null,
      purges: null,
      announcements: null,
      undrawn: 0,
      views: listInsightViews(null, locale),
      known: nothingKnown,
    }),
  );
}

/** A new article, which its first save stores, changes of several articles, and the reader's saved views. */
export function action(args: Route.ActionArgs) {
  return answerList(insightList, args, async (fields, target) =>
    fields.get("do") === "new" ? redirect(`${insightsPage.path}/${newId()}?new`, 303) : answerPosts(fields, target),
  );
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadListCached(insightList, args);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(insightsPage);

export default function InsightsManagement({ loaderData, actionData }: Route.ComponentProps) {
  const { state, page, figures, purges, announcements, undrawn, known } = loaderData;
  const covers = useMissing(undrawn, missingCovers);
  const isTrash = state.filters.status === "trash";
  return (
    <>
      <PageHead
        title={insightsPage.name}
        actions={
          <>
            <Link className={nameButton()} to={`${insightsPage.path}/calendar`}>
              <Icon name="calendar" />
              Calendar
            </Link>
            <Link className={nameButton()} to={`${insightsPage.path}/import`}>
              <Icon name="upload" />
              Import
            </Link>
            <NewArticle />
          </>
        }
      >
        {figures && formatInsightFigures(figures)}
      </PageHead>
      <DeskLinks />
      <BegunNotice path={insightsPage.path} field="dek" />
      {purges && <PurgeNotice {...purges} />}
      {announcements && <AnnouncementNotice {...announcements} />}
      <DataList
        list={insightList}
        loaded={loaderData}
        cells={insightCells}
        buildView={buildInsightView}
        canOpen
        views={loaderData.views}
        filters={listInsightOptions(known)}
        search={{ label: "Title or text", note: "Words are looked for in titles and in the whole text of articles." }}
        bulk={listInsightBulkActions(isTrash, known)}
        empty={
          <EmptyState title="No article yet" action={<NewArticle />}>
            What is written for Insights is listed here, from the first draft to what has left the site.
          </EmptyState>
        }
        outcome={<ListOutcome outcome={actionData?.outcome ?? null} path={insightList.path} />}
        after={
          <MissingNotice
            state={covers}
            working="Drawing covers of articles that came without them."
            failed={(count) => `${countThings(count, "cover")} could not be drawn.`}
          />
        }
        refusedView={actionData?.refusedView ?? null}
      />
      {isTrash && page?.rows.map((row) => <Deletion key={row.id} {...row} />)}
    </>
  );
}

function Deletion({ id, version, title }: { id: string; version: number; title: string }) {
  return (
    <ConfirmDialog
      id={nameDeletion(id)}
      title="Delete this article for good?"
      summary={title}
      verb="Delete"
      count={1}
      noun="article"
      tone="danger"
      submit={{ form: rowForm, name: "do", value: `delete ${id}:${version}` }}
    >
      <p>Its text and all its revisions are lost. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

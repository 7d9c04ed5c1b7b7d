import { useState } from "react";
import { data, useLocation, useNavigate } from "react-router";
import { findLocale } from "#shared/dates/find-locale.ts";
import { buildListPath, changeList, readListState, writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Keys } from "#app/staff-kit/keys.tsx";
import { ListFilters } from "#app/staff-kit/list/list-filters.tsx";
import { ListViews } from "#app/staff-kit/list/list-views.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import { ErrorState } from "#app/staff-kit/states.tsx";
import { TryAgain } from "#app/staff-kit/try-again.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { answerList } from "#app/staff/lists/answer-list.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { loadListCached } from "#app/staff/lists/load-list-cached.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { readBoard } from "#worker/hiring/applications/read-board.ts";
import { openDb } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { day } from "#shared/dates/durations.ts";
import type { Route } from "./+types/board.ts";
import { answerApplications } from "./answer-applications.ts";
import {
  applicationsList,
  boardList,
  listApplicationOptions,
  readOpenings,
  toApplicationFilter,
  toColleagues,
} from "./applications-list.ts";
import { BoardColumns } from "./board-columns.tsx";
import { type Board, type Card, toBoard } from "./board-view.ts";
import { daysUntilLate } from "./days.ts";
import { buildFiguresPath } from "#app/staff/hiring/figures/figures-asked.ts";
import { listFigureOptions } from "#app/staff/hiring/figures/figure-filters.ts";
import { page } from "./page.ts";
import { RejectDialog } from "./reject-dialog.tsx";
import { useBoardMoves } from "./use-board-moves.ts";
import { ViewSwitch } from "./view-switch.tsx";
import "./recipes.ts";
import "./applications.css";
import "./board.css";

export const middleware = [requirePermission(page.permission, { write: "applications.change" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { user, timeZone } = context.get(staffContext);
  const { env, log } = context.get(requestScope);
  const locale = findLocale(request.headers.get("Accept-Language"));
  const state = readListState(boardList, url.searchParams);
  const at = now();
  const filter = toApplicationFilter(state, { reader: user.id as AccountId, at, timeZone });
  try {
    const found = await readBoard(openDb(env.DB), {
      filter,
      lateBefore: at - (daysUntilLate + 1) * day,
      reader: user.id as AccountId,
      list: boardList.id,
    });
    const readers = toColleagues(found.readers);
    const job = state.filters.job;
    const { stage: _, ...options } = listApplicationOptions(found.beside, { readers, reader: user.id, job });
    const hasOpening = job !== "" && job !== "none";
    const jobs = readOpenings(found.beside.jobs).map(({ id, title }) => ({ id, title }));
    const board = toBoard(found, { hasOpening, at, locale });
    Object.assign(options, listFigureOptions(state.filters, { stages: board.stages, locale }));
    return data({ state, board, options, jobs, views: found.settings.views, page: true });
  } catch (error) {
    log.error("board not read", error);
    return data({ state, board: null, options: {}, jobs: [], views: [], page: null }, { status: 503 });
  }
}

/** Moves of cards, and what takes them back. */
export function action(args: Route.ActionArgs) {
  return answerList(boardList, args, answerApplications);
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadListCached(boardList, { request, serverLoader: serverLoader as () => Promise<Loaded> }) as Promise<Loaded>;
}
clientLoader.hydrate = true as const;

type Loaded = Awaited<ReturnType<typeof loader>>["data"] & { page: object | null };

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

/** After a refused move the board is loaded again, so that it shows how things stand. */
export const shouldRevalidate = reloadsWhenReached;

/** What everybody has. The reader's own stand beside them. */
const builtInViews = [
  { name: "All", filters: {} },
  { name: "Mine", filters: { assignee: "mine" } },
  { name: "Not opened", filters: { opened: "no" } },
  { name: "Flagged", filters: { flag: "flagged" } },
];

export const meta = () => buildPageMeta(page);

export default function BoardPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, board, options, jobs, views } = loaderData;
  const moves = useBoardMoves();
  const navigate = useNavigate();
  const [rejected, setRejected] = useState<Card | null>(null);
  const table =
    applicationsList.path + writeListQuery(applicationsList, changeList(state, { sort: applicationsList.sort }));
  const allOpenings = [{ id: "", title: "All jobs" }, ...jobs];

  return (
    <>
      <PageHead
        title={board?.title ?? "Job applications"}
        actions={
          <>
            <Menu
              label="Choose a job"
              face={board?.title ? "Another job" : "All jobs"}
              items={allOpenings.map(({ id, title }) => ({
                name: title,
                to: buildListPath(boardList, state, { filters: { job: id } }),
                isChecked: id === state.filters.job,
              }))}
            />
            <ViewSwitch
              current="board"
              board={boardList.path + writeListQuery(boardList, state)}
              table={table}
              figures={buildFiguresPath(state.filters.job)}
            />
          </>
        }
      >
        {board?.line}
      </PageHead>
      <section className="board-page: flex flex-1 flex-col min-w-0 min-h-0" aria-label="Board">
        <ListViews
          list={boardList}
          state={state}
          builtIn={builtInViews}
          saved={views}
          refused={actionData?.refusedView ?? null}
        />
        <ListFilters
          list={boardList}
          state={state}
          options={options}
          search={{ label: "Name, answer, note, résumé" }}
        />
        <ListOutcome outcome={actionData?.outcome ?? null} path={boardList.path} />
        <ListOutcome outcome={moves.outcome} path={boardList.path} />
        {moves.refused !== null && (
          <p className="list-outcome" role="alert">
            {moves.refused}
          </p>
        )}
        {board ? (
          <>
            <StageLinks columns={board.columns} />
            <BoardColumns
              board={board}
              pending={moves.pending}
              buildPath={(card) => buildCardPath(state, card)}
              endedPath={buildListPath(applicationsList, changeList(state, { sort: applicationsList.sort }), {
                filters: { stage: "ended" },
              })}
              onMove={(card, to) => moves.move(card, to, [["do", `move:${to}`]])}
              onReject={setRejected}
            />
            <BoardFoot text={board.foot} />
            <RejectDialog
              card={rejected}
              onClose={() => setRejected(null)}
              onReject={(card, { end, note, writes }) =>
                moves.move(
                  card,
                  end.split(":")[0] ?? "rejected",
                  [
                    ["do", "end"],
                    ["end", end],
                    ["note", note],
                  ],
                  writes ? () => void navigate(`${applicationsList.path}/${card.id}?write=rejection`) : undefined,
                )
              }
            />
          </>
        ) : (
          <UnreadBoard path={buildListPath(boardList, state)} />
        )}
      </section>
    </>
  );
}

/** Neighbours of an application that is opened here are those of its column. */
function buildCardPath(state: Loaded["state"], card: Card): string {
  return `${applicationsList.path}/${card.id}${writeListQuery(applicationsList, {
    ...changeList(state, { filters: { stage: card.stage } }),
    sort: { by: "days", direction: "desc" },
  })}`;
}

/** Where one column is shown at a time. */
function StageLinks({ columns }: Pick<Board, "columns">) {
  const { hash } = useLocation();
  const isShown = (key: string, at: number) => (hash.startsWith("#stage-") ? hash === `#stage-${key}` : at === 0);
  return (
    <nav
      className="board-stages: hidden lt-md:flex lt-md:flex-none lt-md:gap-8px lt-md:p-[0_page_10px] lt-md:overflow-x-auto lt-md:[scrollbar-width:none]"
      aria-label="Stage"
    >
      {columns.map(({ key, name, total }, at) => (
        <a key={key} href={`#stage-${key}`} aria-current={isShown(key, at) ? "true" : undefined}>
          {name} <b>{total}</b>
        </a>
      ))}
    </nav>
  );
}

function UnreadBoard({ path }: { path: string }) {
  return (
    <ErrorState title="The board could not be read just now" action={<TryAgain to={path} />}>
      Nothing is lost. Please try again in a minute.
    </ErrorState>
  );
}

function BoardFoot({ text }: { text: string }) {
  return (
    <footer className="board-foot: flex flex-none gap-12px items-center min-h-44px p-[6px_page] text-ink-2 text-13">
      <p>{text}</p>
      <p className="needs-js board-keys: flex gap-6px items-center ml-auto lt-md:hidden">
        <Arrow to="left" /> <Arrow to="right" /> stage <Arrow to="up" /> <Arrow to="down" /> card <Keys keys="m" /> move{" "}
        <Keys keys="1" /> to <Keys keys="5" /> straight to a stage <Keys keys="/" /> find
      </p>
    </footer>
  );
}

/** A key with an arrow: the typeface has none. */
function Arrow({ to }: { to: "left" | "right" | "up" | "down" }) {
  return (
    <span className="kit-keys" aria-hidden="true">
      <kbd>
        <Icon name={`arrow-${to}`} />
      </kbd>
    </span>
  );
}

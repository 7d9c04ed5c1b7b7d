import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useNavigation, useRevalidator } from "react-router";
import { queryClient } from "#app/client/query-client.client.ts";
import type { Role } from "#shared/permissions.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { ListOutcome, type ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { EmptyState, ErrorState } from "#app/staff-kit/states.tsx";
import { TryAgain } from "#app/staff-kit/try-again.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import type { StaffPage } from "#app/staff/staff-page.ts";
import { listAreas } from "#app/staff/staff-pages.ts";
import { type Instant, LocalTime } from "#app/ui/local-time.tsx";
import type { QueueView } from "./queues/queue.ts";
import { QueueSection } from "./queue-section.tsx";
import { QueueKeys } from "./queue-keys.tsx";
import "../recipes.ts";
import "./recipes.ts";
import "./hub.css";

/** What a hub shows. Each is null when it could not be read. */
interface HubData {
  roles: readonly Role[] | null;
  readAt: Instant | null;
  queues: readonly QueueView[] | null;
}

interface HubProps extends HubData {
  page: StaffPage;
  /** What came of the last form, and which list it was about. */
  answer: { outcome: ListOutcomeWords | null; refusedView: string | null; list?: string } | undefined;
  /** What is begun most often here. */
  actions?: ReactNode;
}

/** The start page of one area: what waits there, as queues, and beside them the pages that the roles may open. */
export function Hub({ page, answer, actions, ...data }: HubProps) {
  const area = useRef<HTMLDivElement>(null);
  const { queues, roles, readAt, isOld } = useLastRead(data);
  const isLoading = useReadAgain(page.path);
  const waiting = queues?.filter(({ count }) => count > 0) ?? [];
  const clear = queues?.filter(({ count }) => count === 0) ?? [];
  return (
    <>
      <PageHead title={page.name} actions={actions}>
        {queues && tellWaiting(waiting.length)}
      </PageHead>
      <div className="staff-wide hub: grid flex-1 grid-cols-[minmax(0,_1fr)_232px] border-t-1px-line lt-md:grid-cols-[minmax(0,_1fr)]">
        <div ref={area} className="hub-work: min-w-0 pb-16px" aria-busy={isLoading}>
          {answer?.refusedView && (
            <p className="hub-notice" role="alert">
              <Icon name="warning" /> {answer.refusedView}
            </p>
          )}
          <ListOutcome outcome={answer?.outcome ?? null} path={page.path} list={answer?.list} />
          {isOld && queues && <OldNotice path={page.path} readAt={readAt} />}
          {!queues && <Unread path={page.path} />}
          {waiting.length > 0 && (
            <div className="hub-queues: [columns:2] gap-x-0 [column-rule:1px_solid_var(--line)] lt-xl:[columns:1]">
              {waiting.map((queue) => (
                <QueueSection key={queue.key} queue={queue} />
              ))}
            </div>
          )}
          {queues && waiting.length === 0 && (
            <EmptyState title="Nothing waits">
              Every queue of this page is empty. What comes in stands here, with what can be done about it.
            </EmptyState>
          )}
          {clear.length > 0 && <ClearQueues queues={clear} />}
          {waiting.length > 0 && <QueueKeys area={area} queues={waiting} />}
        </div>
        <HubPages page={page} roles={roles ?? []} />
      </div>
    </>
  );
}

function tellWaiting(count: number): string {
  return count === 0 ? "Nothing waits." : `Work waits in ${countThings(count, "queue")}.`;
}

/** What was read last: a read that failed leaves the queues as they were, and `isOld` says so. */
function useLastRead(data: HubData): HubData & { isOld: boolean } {
  const [last, setLast] = useState(data);
  if (data.queues !== null && data !== last && data.queues !== last.queues) setLast(data);
  const isOld = data.queues === null;
  return { ...(isOld ? { ...last, roles: last.roles ?? data.roles } : data), isOld };
}

/** Reads the hub again when one comes back to its tab. True while it is being read. */
function useReadAgain(path: string): boolean {
  const { state, revalidate } = useRevalidator();
  const navigation = useNavigation();
  const readAgain = useEffectEvent(() => {
    if (document.visibilityState !== "visible" || state !== "idle" || navigation.state !== "idle") return;
    queryClient.removeQueries({ queryKey: ["page", path] });
    void revalidate();
  });
  useEffect(() => {
    const hear = () => readAgain();
    document.addEventListener("visibilitychange", hear);
    return () => document.removeEventListener("visibilitychange", hear);
  }, []);
  return state === "loading" || navigation.location?.pathname === path;
}

function OldNotice({ path, readAt }: { path: string; readAt: Instant | null }) {
  return (
    <p className="hub-notice" role="alert">
      <Icon name="warning" />
      <span>
        What waits could not be read just now. This is how it stood {readAt && <LocalTime at={readAt} />}.{" "}
        <Link to={path} reloadDocument>
          Try again
        </Link>
      </span>
    </p>
  );
}

/** The pages need no database, so they are shown even without queues. */
function Unread({ path }: { path: string }) {
  return (
    <ErrorState title="Not read" action={<TryAgain to={path} />}>
      What waits here could not be read just now. Nothing is lost.
    </ErrorState>
  );
}

function ClearQueues({ queues }: { queues: readonly QueueView[] }) {
  return (
    <section
      className="hub-clear: p-[12px_page] [&_h2]:type-400-13/1.125rem-text [&_h2]:tracking-0 [&_h2]:text-ink-2 [&_li]:text-ink-2 [&_ul]:flex [&_ul]:flex-wrap [&_ul]:gap-[0_16px] [&_li]:flex [&_li]:gap-6px [&_li]:items-center [&_li]:min-h-28px [&_a]:underline [&_a]:decoration-line-strong [&_a]:underline-offset-3px lt-md:[&_li]:min-h-36px"
      aria-labelledby="hub-clear"
    >
      <h2 id="hub-clear">Nothing waits in</h2>
      <ul>
        {queues.map(({ key, title, to }) => (
          <li key={key}>
            <Icon name="check" />
            <Link to={to}>{title}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function HubPages({ page, roles }: { page: StaffPage; roles: readonly Role[] }) {
  const pages = listAreas(roles)
    .filter((group) => group.area === page.area || group.area === "People")
    .flatMap((group) => group.pages)
    .filter(({ path }) => path !== page.path);
  return (
    <section
      className="hub-pages: p-[12px_0_14px] border-l-1px-line [&_h2]:px-16px [&_a]:grid [&_a]:grid-cols-[20px_minmax(0,_1fr)] [&_a]:gap-[0_8px] [&_a]:items-center [&_a]:p-[6px_16px] [&_a:focus-visible]:outline-offset-[-3px] [&_a:hover]:bg-surface [&_a>span:not([aria-hidden])]:col-[2] [&_a>span:not([aria-hidden])]:text-ink-2 [&_a>span:not([aria-hidden])]:text-13 [&_a>span:not([aria-hidden])]:leading-1.125rem lt-md:border-t-1px-line lt-md:border-l-0"
      aria-labelledby="hub-pages"
    >
      <h2 id="hub-pages">Pages</h2>
      <ul>
        {pages.map(({ path, name, line, icon }) => (
          <li key={path}>
            <Link to={path}>
              <span className={`kit-icon ${icon}`} aria-hidden="true" />
              <b>{name}</b>
              <span>{line}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

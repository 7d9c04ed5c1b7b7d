import { formatNumber } from "#shared/dates/formats.ts";
import { data, type RouterContextProvider } from "react-router";
import { findLocale } from "#shared/dates/find-locale.ts";
import { readListState } from "#shared/pages/list.ts";
import { staffContext } from "#app/staff/guard.ts";
import { summarizePage } from "#app/staff/lists/list-summary.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { type ListedTopic, listTopics } from "#worker/insights/taxonomy/list-topics.ts";
import type { TopicKind } from "#shared/insights/topic.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { topicLists } from "./topic-lists.ts";

interface LoaderArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

export type TopicRow = ReturnType<typeof toRow>;
export type TopicsData = Awaited<ReturnType<typeof loadTopics>>["data"];

/** The data of the page of authors, categories or tags; 503 without rows when they could not be read. */
export async function loadTopics(kind: TopicKind, { context, request, url }: LoaderArgs) {
  const { user } = context.get(staffContext);
  const { env, log } = context.get(requestScope);
  const list = topicLists[kind];
  const state = readListState(list, url.searchParams);
  const locale = findLocale(request.headers.get("Accept-Language"));
  const shared = { kind, state, done: url.searchParams.get("done"), made: url.searchParams.get("made") };
  try {
    const found = await listTopics(openDb(env.DB), {
      kind,
      words: state.words,
      direction: state.sort.direction,
      cursor: state.page,
      reader: user.id as AccountId,
      list: list.id,
    });
    const rows = found.rows.map((row) => toRow(row, locale));
    const page = { rows, ...summarizePage(list, found, locale) };
    return data({ ...shared, page, others: found.others, settings: found.settings });
  } catch (error) {
    log.error("topics not read for staff", error, { kind });
    const settings = { density: "comfortable" as const, views: [] };
    return data({ ...shared, page: null, others: [], settings }, { status: 503 });
  }
}

function toRow({ id, slug, name, version, text, role, links, photo, published, isInUse }: ListedTopic, locale: string) {
  return {
    id: id as string,
    slug,
    name,
    version,
    text,
    role,
    links,
    photo: photo && `/media/${photo}`,
    published: formatNumber(published, locale),
    isInUse,
  };
}

import { data, type RouterContextProvider } from "react-router";
import { findLocale } from "#shared/dates/find-locale.ts";
import { type ListDefinition, type ListState, readListState } from "#shared/pages/list.ts";
import { staffContext } from "#app/staff/guard.ts";
import type { ListSettings } from "#worker/lib/saved-views.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { type FoundPage, summarizePage } from "./list-summary.ts";

interface ListArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

/** What a list asks the database for, and how its answer is written. */
interface ListQuestion<List extends ListDefinition> {
  state: ListState<List>;
  /** For the query: order, page, and whose saved views are read with it. */
  asked: Pick<ListState<List>, "sort"> & { cursor: ListState<List>["page"]; reader: AccountId; list: string };
  /** The reader's language. */
  locale: string;
}

/** What the database has answered. */
type Found = Omit<FoundPage, "rows"> & { settings: ListSettings };

/**
 * Answers the loader of a list. `read` asks the database and writes the rows of the page for the reader; what it answers
 * `extra` goes to the page as it is, and `missing` in its place where the database does not answer: then `page` is null and
 * the answer 503, for which DataList shows an error.
 */
export async function loadList<List extends ListDefinition, Row, Extra extends object, Missing extends object>(
  list: List,
  { context, request, url }: ListArgs,
  read: (question: ListQuestion<List>) => Promise<{ found: Found; rows: Row[]; extra: Extra }>,
  missing: (question: ListQuestion<List>) => Missing,
) {
  const { log } = context.get(requestScope);
  const state = readListState(list, url.searchParams);
  const reader = context.get(staffContext).user.id as AccountId;
  const question: ListQuestion<List> = {
    state,
    asked: { sort: state.sort, cursor: state.page, reader, list: list.id },
    locale: findLocale(request.headers.get("Accept-Language")),
  };
  try {
    const { found, rows, extra } = await read(question);
    const page = { rows, ...summarizePage(list, { ...found, rows }, question.locale) };
    return data({ ...extra, state, page, settings: found.settings });
  } catch (error) {
    log.error(`${list.nouns.many} not read`, error);
    const settings: ListSettings = { density: "comfortable", views: [] };
    return data({ ...missing(question), state, page: null, settings }, { status: 503 });
  }
}

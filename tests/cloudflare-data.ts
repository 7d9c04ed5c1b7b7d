/** The part of the stand-in of Cloudflare's API that has data: queries of D1 over SQLite, and objects of R2 in memory. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { DatabaseSync } from "node:sqlite";

export interface StoredObject {
  bytes: Buffer;
  headers: Record<string, string>;
}

interface Query {
  sql: string;
  params?: (string | number | null)[];
}

/** One query, or a batch in a transaction. Numbers are doubles, as D1 gives them. */
export function runQueries(database: DatabaseSync, body: object): object[] {
  const queries = "batch" in body ? (body.batch as Query[]) : [body as Query];
  database.exec("begin");
  try {
    const results = queries.map(({ sql, params = [] }) => runQuery(database, sql, params));
    database.exec("commit");
    return results;
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}

function runQuery(database: DatabaseSync, sql: string, params: (string | number | null)[]): object {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  const rows = statement.all(...params);
  const results = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]),
    ),
  );
  return { success: true, results, meta: { changes: Number(database.prepare("select changes() as n").get()?.["n"]) } };
}

const kinds = new Set(["content-type", "content-language", "content-disposition", "content-encoding", "cache-control"]);

function pickHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const isKnown = (name: string) => kinds.has(name) || name.startsWith("x-amz-meta-");
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, text]) => (isKnown(name) ? [[name, String(text)]] : [])),
  );
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}

/** Null for what is not about objects of a bucket. */
export function answerObject(
  objects: Map<string, StoredObject>,
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  url: URL,
  body: Buffer,
): Answer | null {
  const [, bucket = "", key = ""] = /\/r2\/buckets\/([^/]+)\/objects(?:\/(.*))?$/.exec(url.pathname) ?? [];
  if (bucket === "") return null;
  const json = (status: number, value: object): Answer => ({
    status,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ success: status < 400, errors: [], ...value }),
  });
  if (key === "") return json(200, listObjects(objects, bucket, url.searchParams));
  const name = `${bucket}/${decodeURIComponent(key)}`;
  if (method === "PUT") objects.set(name, { bytes: body, headers: pickHeaders(headers) });
  if (method === "DELETE") objects.delete(name);
  if (method !== "GET") return json(200, { result: {} });
  const found = objects.get(name);
  if (!found) return json(404, { errors: [{ code: 10007, message: "The specified key does not exist." }] });
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "");
  const part = range ? found.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : found.bytes;
  const sent = { ...found.headers, ETag: `"${hash(found.bytes)}"`, "Content-Length": String(part.length) };
  if (!range) return { status: 200, headers: sent, body: part };
  const to = Number(range[1]) + part.length - 1;
  return {
    status: 206,
    headers: { ...sent, "Content-Range": `bytes ${range[1]}-${to}/${found.bytes.length}` },
    body: part,
  };
}

function hash(bytes: Buffer): string {
  return createHash("md5").update(bytes).digest("hex");
}

function listObjects(objects: Map<string, StoredObject>, bucket: string, query: URLSearchParams): object {
  const limit = Number(query.get("per_page") ?? 1000);
  const after = query.get("start_after") ?? "";
  const keys = [...objects.keys()]
    .filter((name) => name.startsWith(`${bucket}/${query.get("prefix") ?? ""}`))
    .map((name) => name.slice(bucket.length + 1))
    .filter((key) => key > after)
    .toSorted();
  const result = keys.slice(0, limit).map((key) => {
    const bytes = objects.get(`${bucket}/${key}`)?.bytes ?? Buffer.alloc(0);
    return { key, size: bytes.length, etag: hash(bytes) };
  });
  return { result, result_info: { is_truncated: keys.length > limit } };
}

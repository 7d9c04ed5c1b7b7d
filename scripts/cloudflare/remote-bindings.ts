/**
 * Databases and buckets of an account through its API, in place of bindings: what backups and restores ask of them
 * (https://developers.cloudflare.com/api/resources/d1, …/r2).
 */
import type { BackupDb, ObjectFacts, ObjectStore } from "../../worker/backups/types.ts";
import { type Cloudflare, CloudflareError } from "./api.ts";

interface Query {
  sql: string;
  params: readonly unknown[];
}

/** D1's own, of what Kysely and the backups call. A batch is one transaction. */
export function openRemoteDatabase(account: Cloudflare, id: string): D1Database {
  const ask = (body: object) => account.ask<D1Result[]>(`/d1/database/${id}/query`, { method: "POST", body });
  const prepare = (sql: string, params: readonly unknown[] = []): RemoteStatement => ({
    query: { sql, params },
    bind: (...values) => prepare(sql, values),
    all: async () => (await ask({ sql, params }))[0],
    run: async () => (await ask({ sql, params }))[0],
    first: async (column) => {
      const row = (await ask({ sql, params }))[0]?.results[0] as Record<string, unknown> | undefined;
      return (column === undefined ? row : row?.[column]) ?? null;
    },
  });
  const database = {
    prepare,
    batch: (statements: RemoteStatement[]) => ask({ batch: statements.map(({ query }) => query) }),
  };
  return database as unknown as D1Database & BackupDb;
}

interface RemoteStatement {
  query: Query;
  bind(...values: unknown[]): RemoteStatement;
  all(): Promise<D1Result | undefined>;
  run(): Promise<D1Result | undefined>;
  first(column?: string): Promise<unknown>;
}

interface ListedObject {
  key: string;
  size: number;
  etag: string;
}

/** A bucket; `jurisdiction` where it has one. */
export function openRemoteBucket(
  account: Cloudflare,
  { name, jurisdiction }: { name: string; jurisdiction?: string | undefined },
): ObjectStore {
  const headers = jurisdiction ? { "cf-r2-jurisdiction": jurisdiction } : {};
  const objects = `/r2/buckets/${name}/objects`;
  const toPath = (key: string) => `${objects}/${key.split("/").map(encodeURIComponent).join("/")}`;
  return {
    async list({ prefix = "", startAfter, limit = 1000 }) {
      const query = new URLSearchParams({ per_page: String(limit), ...(prefix && { prefix }) });
      if (startAfter !== undefined) query.set("start_after", startAfter);
      const { result, result_info: info } = await account.askWhole<ListedObject[]>(`${objects}?${query}`, { headers });
      return { objects: result, truncated: info?.is_truncated === true || info?.is_truncated === "true" };
    },
    async get(key, options) {
      const { offset = 0, length = 0 } = options?.range ?? {};
      const range = options ? { Range: `bytes=${offset}-${offset + length - 1}` } : {};
      const response = await account.fetch(toPath(key), { headers: { ...headers, ...range } });
      if (response.status === 404) return null;
      await requireOk(response, key);
      const whole = /\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1];
      const bytes = await response.arrayBuffer();
      const etag = (response.headers.get("etag") ?? "").replace(/^(W\/)?"|"$/g, "");
      return {
        key,
        etag,
        size: Number(whole ?? bytes.byteLength),
        ...readFacts(response),
        arrayBuffer: async () => bytes,
        // As R2 itself: the archive of visits reads it in pieces.
        body: new Blob([bytes]).stream(),
      };
    },
    async put(key, value, { httpMetadata = {}, customMetadata = {} } = {}) {
      const given: Record<string, string> = { "Content-Type": "application/octet-stream" };
      for (const [name, header] of Object.entries(httpHeaders)) {
        const text = httpMetadata[name as keyof typeof httpHeaders];
        if (text !== undefined) given[header] = text;
      }
      for (const [name, text] of Object.entries(customMetadata)) given[`${customHeader}${name}`] = text;
      const response = await account.fetch(toPath(key), {
        method: "PUT",
        headers: { ...headers, ...given },
        body: value,
      });
      await requireOk(response, key);
    },
    async delete(keys) {
      for (const key of keys) await account.ask(toPath(key), { method: "DELETE", headers });
    },
  };
}

const httpHeaders = {
  contentType: "Content-Type",
  contentLanguage: "Content-Language",
  contentDisposition: "Content-Disposition",
  contentEncoding: "Content-Encoding",
  cacheControl: "Cache-Control",
} as const;
const customHeader = "x-amz-meta-";

function readFacts({ headers }: Response): ObjectFacts {
  const http = Object.entries(httpHeaders).flatMap(([name, header]) => {
    const text = headers.get(header);
    return text === null ? [] : [[name, text] as const];
  });
  const custom = [...headers].filter(([name]) => name.startsWith(customHeader));
  return {
    httpMetadata: Object.fromEntries(http),
    ...(custom.length > 0 && {
      customMetadata: Object.fromEntries(custom.map(([name, text]) => [name.slice(customHeader.length), text])),
    }),
  };
}

async function requireOk(response: Response, key: string): Promise<void> {
  if (response.ok) return;
  throw new CloudflareError(`Cloudflare answered ${response.status} about the object ${key}.`, response.status, []);
}

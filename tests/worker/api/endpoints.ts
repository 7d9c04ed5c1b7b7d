/** What there is to ask for: the endpoints of the OpenAPI document, and the routes of the built Worker. */
import { env } from "cloudflare:workers";
import { builtRoutes } from "../built-worker.ts";
import { call } from "../ask-api.ts";

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}
interface Document {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema?: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
}

const document = await (await call("/api/openapi.json")).json<Document>();

/** Every endpoint of the API, with the names of the fields that it takes. */
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { requestBody }]) => {
    const schemas = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => schema ?? []);
    return { name: `${method} ${path}`, method, path, fields: [...new Set(schemas.flatMap(listFields))] };
  }),
);

/** Every page and file with an address of its own; `takesPosts` as its handle says. */
export const routes = builtRoutes.map(({ id, path, module }) => ({
  id,
  name: `/${path}`,
  /** False for a file. */
  isPage: module.default !== undefined,
  takesPosts: (module.handle as { posts?: boolean } | undefined)?.posts === true,
}));

/** The names of all fields that a schema knows. */
function listFields(schema: Schema): string[] {
  const { $ref, properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema;
  const named = $ref && document.components.schemas[$ref.split("/").at(-1) ?? ""];
  return [
    ...(named ? listFields(named) : []),
    ...Object.keys(properties),
    ...[...Object.values(properties), ...allOf, ...anyOf, ...oneOf].flatMap(listFields),
  ];
}

/** What a refusal is there to change: counts of attempts, challenges that are used up by an answer, errors that were met. */
const changedByRefusals = new Set([
  "sign_in_backoff",
  "link_requests",
  "webauthn_challenges",
  "pending_sign_ins",
  "error_groups",
  "error_hours",
]);

/** Builds a function that reads all rows of all tables in one trip, but for what refusals are there to change. */
export async function watchTables(): Promise<() => Promise<string>> {
  const { results } = await env.DB.prepare(
    `select m.name as name, group_concat('quote("' || c.name || '")', '||') as columns
     from sqlite_master m join pragma_table_info(m.name) c
     where m.type = 'table' and m.name not like '\\_%' escape '\\' and m.name not like 'sqlite%' group by m.name`,
  ).all<{ name: string; columns: string }>();
  const parts = results
    .filter(({ name }) => !changedByRefusals.has(name))
    .map(({ name, columns }) =>
      // The audit log only grows, and long.
      name === "audit_log"
        ? `(select count(*) || max(id) from audit_log where action <> 'session.refused') as audit_log`
        : `(select group_concat(${columns}) from "${name}") as "${name}"`,
    );
  // D1 answers with a hundred columns at most.
  const halves = [parts.slice(0, parts.length / 2), parts.slice(parts.length / 2)];
  const queries = halves.map((half) => env.DB.prepare(`select ${half.join()}`));
  return async () => JSON.stringify((await env.DB.batch(queries)).map(({ results: [row] }) => row));
}

/** Workers: uploads, their versions, which of them has the traffic, and their secrets. */
import type { IncomingHttpHeaders } from "node:http";
import { ok, refuse, type StandInAnswer } from "../../cloudflare-stand-in.ts";
import { readForm } from "./read-form.ts";
import { type Binding, codes, type Part, type Version, type Worker } from "./types.ts";

interface Metadata {
  main_module: string;
  bindings: Binding[];
  /** Types of bindings that stay as the version before has them. */
  keep_bindings?: string[];
  compatibility_date: string;
  compatibility_flags?: string[];
  annotations?: Record<string, string>;
  assets?: { jwt: string; config?: Record<string, unknown> };
}

interface Options {
  /** Files of an upload session (assets.ts). */
  collectAssets(token: string): ReadonlyMap<string, Buffer> | undefined;
  /** Called when other code or other hosts are to answer. */
  changed(): void;
}

const isSecret = ({ type }: Binding) => type === "secret_text";
const noSuchWorker = () => refuse(404, codes.noSuchWorker, "This Worker does not exist on your account.");

interface Store extends Options {
  workers: Map<string, Worker>;
  /** A minute later each time: lists are sorted by it. */
  now: () => string;
}

export function openScripts(options: Options) {
  const workers = new Map<string, Worker>();
  let clock = Date.parse("2026-11-24T09:00:00Z");
  const now = () => new Date((clock += 60_000)).toISOString();
  const store: Store = { ...options, workers, now };

  const answer: Part = async (asked) => {
    const { method, path, headers, body, bytes } = asked;
    if (path === "/workers/scripts") return ok([...workers.keys()].map((id) => ({ id })));
    const [, kind, name = "", what = ""] =
      /^\/workers\/(scripts|services|workers)\/([\w-]+)(?:\/([\w-]+))?/.exec(path) ?? [];
    if (kind === undefined || what === "assets-upload-session") return undefined;
    if (kind === "scripts" && what === "" && method === "PUT") return put(store, name, headers, bytes);
    const worker = workers.get(name);
    if (!worker)
      return kind === "services" ? refuse(404, 10090, "workers.api.error.service_not_found") : noSuchWorker();
    if (kind === "services")
      return ok({
        default_environment: {
          environment: "production",
          script: { tag: toTag(name), tags: worker.tags, last_deployed_from: "wrangler" },
        },
      });
    if (kind === "workers") return ok({ id: toTag(name), name, subdomain: worker.subdomain });
    switch (what) {
      case "versions":
        return handleVersions(store, worker, asked);
      case "deployments":
        return handleDeployments(store, worker, asked);
      case "secrets":
        return handleSecrets(store, worker, asked);
      case "subdomain":
        if (method === "POST") worker.subdomain = body as Worker["subdomain"];
        return ok(worker.subdomain);
      case "schedules":
        worker.crons = (body as { cron: string }[]).map(({ cron }) => cron);
        return ok({ schedules: body });
      case "settings":
      case "script-settings":
        worker.tags = (body as { tags?: string[] }).tags ?? worker.tags;
        return ok({ tags: worker.tags, bindings: worker.versions.at(-1)?.bindings.map(hide) ?? [] });
      default:
        return undefined;
    }
  };
  return { answer, workers };
}

async function upload(
  { workers, now, collectAssets }: Store,
  name: string,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): Promise<Version | StandInAnswer> {
  const form = await readForm(headers, bytes);
  const metadata = JSON.parse(form.get("metadata")?.toString() ?? "{}") as Metadata;
  form.delete("metadata");
  const worker = workers.get(name);
  const before = worker?.versions.at(-1)?.bindings ?? [];
  const inherited = before.filter(({ type }) => metadata.keep_bindings?.includes(type));
  const bindings = new Map(inherited.map((binding) => [binding.name, binding]));
  for (const binding of metadata.bindings) {
    if (binding.type !== "inherit") bindings.set(binding.name, binding);
    else if (!before.some((each) => each.name === binding.name))
      return refuse(400, codes.wrongInherit, `inherit binding '${binding.name}' is invalid: the Worker has none`);
  }
  const files = metadata.assets ? collectAssets(metadata.assets.jwt) : new Map<string, Buffer>();
  if (!files) return refuse(400, 10021, "The assets of this upload are not complete.");
  return {
    id: crypto.randomUUID(),
    number: (worker?.versions.length ?? 0) + 1,
    createdAt: now(),
    annotations: metadata.annotations ?? {},
    main: metadata.main_module,
    modules: new Map([...form].map(([path, text]) => [path, text.toString()])),
    bindings: [...bindings.values()],
    compatibility: { date: metadata.compatibility_date, flags: metadata.compatibility_flags ?? [] },
    assets: { files, config: metadata.assets?.config ?? {} },
  };
}

function makeWorker({ workers }: Store, name: string): Worker {
  const subdomain = { enabled: false, previews_enabled: false };
  const made = { name, versions: [], deployments: [], domains: [], crons: [], subdomain, tags: [] };
  workers.set(name, made);
  return made;
}

/** Gives the traffic to a version. */
function deploy({ now, changed }: Store, worker: Worker, versionId: string, message: string): void {
  worker.deployments.unshift({ id: crypto.randomUUID(), createdAt: now(), versionId, message });
  changed();
}

async function put(store: Store, name: string, headers: IncomingHttpHeaders, bytes: Buffer): Promise<StandInAnswer> {
  const version = await upload(store, name, headers, bytes);
  if ("status" in version) return version;
  const worker = store.workers.get(name) ?? makeWorker(store, name);
  worker.versions.push(version);
  deploy(store, worker, version.id, version.annotations["workers/message"] ?? "");
  return ok({ id: name, etag: version.id, deployment_id: version.id, startup_time_ms: 20, has_assets: true });
}

async function handleVersions(store: Store, worker: Worker, asked: Parameters<Part>[0]): Promise<StandInAnswer> {
  const { method, path, headers, bytes } = asked;
  const id = path.split("/")[5];
  if (method === "POST") {
    const version = await upload(store, worker.name, headers, bytes);
    if ("status" in version) return version;
    worker.versions.push(version);
    store.changed();
    return ok({ ...describeVersion(worker, version), startup_time_ms: 20 });
  }
  if (id === undefined)
    return ok({ items: worker.versions.toReversed().map((version) => describeVersion(worker, version)) });
  const version = worker.versions.find((each) => each.id === id);
  return version ? ok(describeVersion(worker, version)) : refuse(404, codes.noSuchVersion, "No such version.");
}

async function handleDeployments(
  store: Store,
  worker: Worker,
  { method, search, body }: Parameters<Part>[0],
): Promise<StandInAnswer> {
  if (method === "GET") return ok({ deployments: worker.deployments.map(describeDeployment) });
  const { versions, annotations = {} } = body as {
    versions: { version_id: string }[];
    annotations?: Record<string, string>;
  };
  const version = worker.versions.find(({ id }) => id === versions[0]?.version_id);
  if (!version) return refuse(404, codes.noSuchVersion, "No such version.");
  const present = worker.versions.find(({ id }) => id === worker.deployments[0]?.versionId);
  const list = (each?: Version) =>
    JSON.stringify(
      (each?.bindings ?? [])
        .filter(isSecret)
        .map(({ name, text }) => [name, text])
        .toSorted(),
    );
  if (!search.includes("force=true") && list(version) !== list(present) && present && version.number < present.number)
    return refuse(400, 10220, "A secret has changed since this version was deployed.");
  deploy(store, worker, version.id, annotations["workers/message"] ?? "");
  return ok(describeDeployment(worker.deployments[0]));
}

async function handleSecrets(
  store: Store,
  worker: Worker,
  { method, path, body }: Parameters<Part>[0],
): Promise<StandInAnswer> {
  const latest = worker.versions.at(-1);
  if (!latest) return noSuchWorker();
  if (method === "GET") return ok(latest.bindings.filter(isSecret).map(({ name, type }) => ({ name, type })));
  const named = method === "PUT" ? (body as Binding).name : (path.split("/")[5] ?? "");
  const others = latest.bindings.filter(({ name }) => name !== named);
  const bindings = method === "PUT" ? [...others, body as Binding] : others;
  const annotations = { "workers/triggered_by": "secret" };
  worker.versions.push({
    ...latest,
    id: crypto.randomUUID(),
    number: latest.number + 1,
    createdAt: store.now(),
    annotations,
    bindings,
  });
  deploy(store, worker, worker.versions.at(-1)?.id ?? "", "");
  return ok({ name: named, type: "secret_text" });
}

const toTag = (name: string) => Buffer.from(name).toString("hex").slice(0, 32).padEnd(32, "0");
/** Secrets are never shown again. */
const hide = (binding: Binding): Binding => (isSecret(binding) ? { name: binding.name, type: binding.type } : binding);

function describeVersion(
  worker: Worker,
  { id, number, createdAt, annotations, bindings, main, compatibility }: Version,
) {
  return {
    id,
    number,
    metadata: {
      created_on: createdAt,
      modified_on: createdAt,
      source: "wrangler",
      has_preview: worker.subdomain.previews_enabled,
    },
    annotations,
    resources: {
      bindings: bindings.map(hide),
      script: {
        etag: id,
        handlers: ["fetch", "queue", "scheduled"],
        last_deployed_from: "wrangler",
        main_module: main,
      },
      script_runtime: {
        compatibility_date: compatibility.date,
        compatibility_flags: compatibility.flags,
        usage_model: "standard",
      },
    },
  };
}

function describeDeployment(deployment?: Worker["deployments"][number]) {
  if (!deployment) return {};
  const { id, createdAt, versionId, message } = deployment;
  return {
    id,
    created_on: createdAt,
    source: "wrangler",
    strategy: "percentage",
    versions: [{ version_id: versionId, percentage: 100 }],
    annotations: { "workers/message": message },
  };
}

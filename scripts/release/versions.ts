import { type Cloudflare, CloudflareError } from "../cloudflare/api.ts";
import { type LastMigrations, parseLabel } from "./label.ts";

/** A version of the Worker that was uploaded. */
export interface Version {
  id: string;
  /** ISO. */
  createdAt: string;
  /** The short commit; "" for a version that something else than `npm run deploy` has uploaded. */
  commit: string;
  message: string;
  last: LastMigrations | null;
  /** True when it was made by a change of secrets alone. */
  isOfSecrets: boolean;
  /** True when a deployment brought secrets with its code. */
  bringsSecrets: boolean;
}

interface Entry {
  id: string;
  metadata: { created_on: string };
  annotations?: Record<string, string | undefined>;
}

/** The versions that can be deployed, newest first. */
export async function listVersions(account: Cloudflare, worker: string): Promise<Version[]> {
  const { items } = await account.ask<{ items: Entry[] }>(`/workers/scripts/${worker}/versions?deployable=true`);
  return items
    .map(({ id, metadata, annotations = {} }) => {
      const message = annotations["workers/message"] ?? "";
      const label = parseLabel(message);
      return {
        id,
        createdAt: metadata.created_on,
        commit: annotations["workers/tag"] ?? "",
        message: label?.subject ?? message,
        last: label?.last ?? null,
        isOfSecrets: annotations["workers/triggered_by"] === "secret",
        bringsSecrets: label?.bringsSecrets ?? false,
      };
    })
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}

interface Deployment {
  created_on: string;
  versions: { version_id: string; percentage: number }[];
}

/** What a command about the deployed version says before the first deployment. */
export const nothingDeployed = "Nothing is deployed yet.";

/** There is no such Worker. */
const noSuchWorker = 10007;

/** Ids of the versions that had all the traffic, the present one first; none before the first deployment. */
export async function listDeployed(account: Cloudflare, worker: string): Promise<string[]> {
  try {
    const { deployments } = await account.ask<{ deployments: Deployment[] }>(`/workers/scripts/${worker}/deployments`);
    const ids = deployments
      .toSorted((one, other) => other.created_on.localeCompare(one.created_on))
      .flatMap(
        ({ versions }) => versions.toSorted((one, other) => other.percentage - one.percentage)[0]?.version_id ?? [],
      );
    return [...new Set(ids)];
  } catch (error) {
    if (error instanceof CloudflareError && error.codes.includes(noSuchWorker)) return [];
    throw error;
  }
}

/**
 * Gives all the traffic to a version. `force` also where secrets have changed since.
 * @throws {CloudflareError}
 */
export async function deployVersion(
  account: Cloudflare,
  worker: string,
  { id, message, force }: { id: string; message: string; force: boolean },
): Promise<void> {
  await account.ask(`/workers/scripts/${worker}/deployments${force ? "?force=true" : ""}`, {
    method: "POST",
    body: {
      strategy: "percentage",
      versions: [{ version_id: id, percentage: 100 }],
      annotations: { "workers/message": message },
    },
  });
}

import type { Asked, StandInAnswer } from "../../cloudflare-stand-in.ts";

/** A part of the stand-in: the answer to a request, or undefined where it is not about its kind of resource. */
export type Part = (asked: Asked) => StandInAnswer | undefined | Promise<StandInAnswer | undefined>;

/** What a Worker may use, as an upload names it; each type has further fields of its own. */
export interface Binding {
  name: string;
  type: string;
  [field: string]: unknown;
}

export interface Version {
  id: string;
  number: number;
  /** ISO. */
  createdAt: string;
  annotations: Record<string, string>;
  /** Name of the module that answers first. */
  main: string;
  modules: ReadonlyMap<string, string>;
  bindings: readonly Binding[];
  compatibility: { date: string; flags: string[] };
  assets: { files: ReadonlyMap<string, Buffer>; config: Record<string, unknown> };
}

export interface Worker {
  name: string;
  /** Oldest first. */
  versions: Version[];
  /** Newest first: which version has all the traffic. */
  deployments: { id: string; createdAt: string; versionId: string; message: string }[];
  /** Host names on which it answers. */
  domains: string[];
  crons: string[];
  subdomain: { enabled: boolean; previews_enabled: boolean };
  tags: string[];
}

/** Cloudflare's own numbers. */
export const codes = { noSuchWorker: 10007, noSuchVersion: 10222, wrongInherit: 10057, notAllowed: 10000 } as const;

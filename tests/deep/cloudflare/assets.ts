/** Static files: a session says which files are missing, and they are uploaded by their hashes, in base64. */
import { ok, refuse } from "../../cloudflare-stand-in.ts";
import { readForm } from "./read-form.ts";
import type { Part } from "./types.ts";

type Manifest = Record<string, { hash: string; size: number }>;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** `addToken`: uploads are signed with the token of their session. */
export function openAssets(addToken: (token: string) => void) {
  const stored = new Map<string, Buffer>();
  const sessions = new Map<string, Manifest>();

  /** A token in the form of a JWT, whose end wrangler reads. */
  function begin(manifest: Manifest): string {
    const token = `${encode({ alg: "none" })}.${encode({ exp: Math.floor(Date.now() / 1000) + 3600, session: crypto.randomUUID() })}.-`;
    sessions.set(token, manifest);
    addToken(token);
    return token;
  }

  const answer: Part = async ({ method, path, headers, body, bytes }) => {
    if (method === "POST" && /^\/workers\/scripts\/[\w-]+\/assets-upload-session$/.test(path)) {
      const { manifest } = body as { manifest: Manifest };
      const missing = [...new Set(Object.values(manifest).map(({ hash }) => hash))].filter((hash) => !stored.has(hash));
      const buckets = Array.from({ length: Math.ceil(missing.length / 50) }, (_, index) =>
        missing.slice(index * 50, index * 50 + 50),
      );
      return ok({ jwt: begin(manifest), buckets });
    }
    if (method !== "POST" || path !== "/workers/assets/upload") return undefined;
    const token = (headers.authorization ?? "").replace("Bearer ", "");
    const manifest = sessions.get(token);
    if (!manifest) return refuse(401, 10001, "The upload session is over.");
    for (const [hash, file] of await readForm(headers, bytes)) stored.set(hash, Buffer.from(file.toString(), "base64"));
    const isWhole = Object.values(manifest).every(({ hash }) => stored.has(hash));
    // Only the last upload of a session gets the token of the whole.
    return ok({ jwt: isWhole ? token : null });
  };

  return {
    answer,
    /** The files that a session was about, by their paths; undefined where one was never uploaded. */
    collect(token: string): ReadonlyMap<string, Buffer> | undefined {
      const entries = Object.entries(sessions.get(token) ?? {}).map(
        ([path, { hash }]) => [path, stored.get(hash)] as const,
      );
      if (!sessions.has(token) || entries.some(([, bytes]) => bytes === undefined)) return undefined;
      return new Map(entries as [string, Buffer][]);
    },
  };
}

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../lib/command.ts";

const run = promisify(execFile);

/** What Cloudflare answers with a status of 400 or above, or with `success: false`; status 0: it does not answer. */
export class CloudflareError extends Error {
  readonly status: number;
  /** Cloudflare's own numbers, such as 10007: there is no such Worker. */
  readonly codes: readonly number[];

  constructor(message: string, status: number, codes: readonly number[]) {
    super(message);
    this.status = status;
    this.codes = codes;
  }
}

interface Envelope<Result> {
  success: boolean;
  result: Result;
  errors?: { code: number; message: string }[];
  /** Of lists that have more pages. */
  result_info?: { is_truncated?: boolean | string };
}

interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: object;
  headers?: Record<string, string>;
}

/** One account, seen through the API (https://developers.cloudflare.com/api). */
export interface Cloudflare {
  accountId: string;
  /** Asks `path` beneath the account. @throws {CloudflareError} */
  ask<Result>(path: string, options?: RequestOptions): Promise<Result>;
  /** The same of what is not beneath the account, such as `/zones`. */
  askAnywhere<Result>(path: string, options?: RequestOptions): Promise<Result>;
  /** As `ask`, with what stands beside the result. */
  askWhole<Result>(path: string, options?: RequestOptions): Promise<Envelope<Result>>;
  /** Asks for what is no JSON, such as an object of a bucket. Busy answers are waited for; the caller looks at any other. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Where the API is; wrangler reads the same variable. */
const defaultBase = "https://api.cloudflare.com/client/v4";
const longestWait = 120_000;

interface Connection {
  token: string;
  base?: string;
}

/** Asks one address of the API. @throws {CloudflareError} */
async function askApi<Result>(connection: Connection, path: string, options: RequestOptions = {}): Promise<Result> {
  return (await askWhole<Result>(connection, path, options)).result;
}

function readBase({ base = process.env["CLOUDFLARE_API_BASE_URL"] ?? defaultBase }: Connection): string {
  return base;
}

/** How often a busy answer is waited for: the API takes 1,200 requests in five minutes. */
const mostTries = 6;

async function fetchApi(connection: Connection, path: string, init: RequestInit = {}): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${readBase(connection)}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${connection.token}`, ...(init.headers as Record<string, string> | undefined) },
      signal: AbortSignal.timeout(longestWait),
    }).catch((error: Error) => {
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      throw new CloudflareError(`Cloudflare cannot be reached: ${reason}`, 0, []);
    });
    if (response.status !== 429 || tries >= mostTries) return response;
    await response.body?.cancel();
    const wait = Number(response.headers.get("retry-after") ?? 2 ** tries);
    await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 300) * 1000));
  }
}

async function askWhole<Result>(
  connection: Connection,
  path: string,
  { method = "GET", body, headers }: RequestOptions = {},
): Promise<Envelope<Result>> {
  const response = await fetchApi(connection, path, {
    method,
    headers: { ...(body && { "Content-Type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json().catch(() => null)) as Envelope<Result> | null;
  if (response.ok && answer?.success) return answer;
  const errors = answer?.errors ?? [];
  const said = errors.map(({ code, message }) => `${message} (${code})`).join("; ");
  throw new CloudflareError(
    `Cloudflare answered ${response.status} to ${method} ${path}. ${said}`.trim(),
    response.status,
    errors.map(({ code }) => code),
  );
}

/** The account with this id. */
export function openAccount(connection: Connection, accountId: string): Cloudflare {
  return {
    accountId,
    ask: (path, options) => askApi(connection, `/accounts/${accountId}${path}`, options),
    askAnywhere: (path, options) => askApi(connection, path, options),
    askWhole: (path, options) => askWhole(connection, `/accounts/${accountId}${path}`, options),
    fetch: (path, init) => fetchApi(connection, `/accounts/${accountId}${path}`, init),
  };
}

interface AccountEntry {
  id: string;
  name: string;
}

/**
 * The accounts that the token may see: CLOUDFLARE_API_TOKEN of the environment, or the sign-in of `npx wrangler login`.
 * @throws {Error} when there is neither
 */
export async function listAccounts(): Promise<{ connection: Connection; accounts: AccountEntry[] }> {
  const connection = { token: process.env["CLOUDFLARE_API_TOKEN"] ?? (await readWranglerToken()) };
  return { connection, accounts: await askApi<AccountEntry[]>(connection, "/accounts?per_page=50") };
}

async function readWranglerToken(): Promise<string> {
  const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");
  try {
    const { stdout } = await run(process.execPath, [wrangler, "auth", "token", "--json"], { cwd: root });
    const { token } = JSON.parse(stdout) as { token?: string };
    if (token) return token;
  } catch {
    // Said below.
  }
  throw new Error("Nobody is signed in: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.");
}

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../lib/command.ts";

const run = promisify(execFile);

/** What Cloudflare answers with a status of 400 or above, or with `success: false`. */
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
}

/** Where the API is; wrangler reads the same variable. */
const defaultBase = "https://api.cloudflare.com/client/v4";
const longestWait = 30_000;

interface Connection {
  token: string;
  base?: string;
}

/** Asks one address of the API. @throws {CloudflareError} */
async function askApi<Result>(
  { token, base = process.env["CLOUDFLARE_API_BASE_URL"] ?? defaultBase }: Connection,
  path: string,
  { method = "GET", body, headers }: RequestOptions = {},
): Promise<Result> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(longestWait),
  });
  const answer = (await response.json().catch(() => null)) as Envelope<Result> | null;
  if (response.ok && answer?.success) return answer.result;
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

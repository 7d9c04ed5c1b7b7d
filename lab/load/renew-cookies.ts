import { setTimeout as wait } from "node:timers/promises";
import { signIn } from "../bench/subjects/accounts.ts";
import type { Visit } from "../bench/subject.ts";
import type { Side } from "../bench/workerd.ts";
import { openClient } from "./client.ts";

const people = [
  ["cookies", "marketing@demo.example"],
  ["hr", "hr@demo.example"],
] as const;

/**
 * Signs the two demo accounts in whose pages are asked for, and keeps their cookies in `who`.
 * @throws {Error} when one of them gets no session: what follows would be asked by nobody
 */
export async function renewCookies(site: Pick<Side, "port">, who: Pick<Visit, "cookies" | "hr">): Promise<void> {
  const { send, close } = openClient(site);
  try {
    for (const [key, email] of people) who[key] = await readCookies(send, email);
  } finally {
    close();
  }
}

/** Hashes of passwords wait for their turn: 503 says when to come again. */
async function readCookies(send: ReturnType<typeof openClient>["send"], email: string): Promise<string> {
  let answer = await send(signIn(email));
  for (let tries = 1; answer.status === 503 && tries < 20; tries += 1) {
    await wait(Number(answer.headers["retry-after"] ?? 1) * 1000);
    answer = await send(signIn(email));
  }
  const cookies = [answer.headers["set-cookie"] ?? []].flat().map((line) => line.split(";")[0]);
  if (answer.status !== 200 || !cookies.some((cookie) => cookie?.startsWith("__Host-at=")))
    throw new Error(`${email} was not signed in: ${answer.status}`);
  return cookies.join("; ");
}

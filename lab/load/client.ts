import { randomInt } from "node:crypto";
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type Answer, ask, type Ask } from "../bench/ask.ts";
import type { Side } from "../bench/workerd.ts";

/** An answer that takes longer is an error. */
const longest = 30_000;
const address = () => `10.${randomInt(255)}.${randomInt(255)}.${randomInt(1, 255)}`;

/** One client's connection. */
export function openClient(site: Pick<Side, "port">): { send: (asked: Ask) => Promise<Answer>; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (asked: Ask): Promise<Answer> => {
    const headers = { "CF-Connecting-IP": address(), "Sec-Fetch-Site": "same-origin", ...asked.headers };
    const late = wait(longest, null, { ref: false }).then(() => Promise.reject(new Error("no answer in 30 s")));
    return Promise.race([ask(site, { ...asked, headers }, agent), late]);
  };
  return { send, close: () => agent.destroy() };
}

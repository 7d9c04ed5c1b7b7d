/** Queues and who reads them. */
import { ok, refuse } from "../../cloudflare-stand-in.ts";
import type { Part } from "./types.ts";

export interface Consumer {
  queue: string;
  worker: string;
  deadLetterQueue?: string;
  settings: Record<string, number | undefined>;
}

interface ConsumerBody {
  script_name: string;
  dead_letter_queue?: string;
  settings: Record<string, number | undefined>;
}

/** `queues`: names, as the rest of the stand-in made them; `changed` is called with each new or changed consumer. */
export function openQueues(queues: readonly string[], changed: () => void) {
  const consumers = new Map<string, Consumer>();
  const toId = (name: string) => Buffer.from(name).toString("hex").padStart(32, "0").slice(-32);
  const describe = (name: string) => {
    const consumer = consumers.get(name);
    const listed = consumer && {
      consumer_id: toId(`${name}-consumer`),
      type: "worker",
      script: consumer.worker,
      settings: consumer.settings,
    };
    return { queue_id: toId(name), queue_name: name, consumers: listed ? [listed] : [] };
  };

  const answer: Part = async ({ method, path, search, body }) => {
    const query = new URLSearchParams(search);
    // Provisioning pages through all of them; wrangler asks by name.
    if (method === "GET" && path === "/queues" && !query.has("per_page")) {
      const names = query.getAll("name");
      const found = queues.filter((name) => names.length === 0 || names.includes(name)).map(describe);
      const { body: envelope } = ok(found);
      const info = { page: 1, per_page: 100, count: found.length, total_count: found.length, total_pages: 1 };
      return { status: 200, body: { ...envelope, result_info: info } };
    }
    const id = /^\/queues\/(\w{32})\/consumers(\/\w+)?$/.exec(path)?.[1];
    if (id === undefined) return undefined;
    const queue = queues.find((name) => toId(name) === id);
    if (queue === undefined) return refuse(404, 11000, "Queue not found.");
    if (method === "POST" && consumers.has(queue))
      return refuse(409, 11004, "The queue already has a consumer of this type.");
    const { script_name: worker, dead_letter_queue: dead, settings } = body as ConsumerBody;
    consumers.set(queue, { queue, worker, settings, ...(dead !== undefined && { deadLetterQueue: dead }) });
    changed();
    return ok(describe(queue).consumers[0]);
  };
  return { answer, consumers };
}

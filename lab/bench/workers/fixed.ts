import type { Trip } from "../count-d1.ts";

/** What it answers by path, as JSON: [status, headers, body, what the page asks of D1]. */
const file = "./answers.txt";
const { default: text } = (await import(file)) as { default: string };

type Answer = [status: number, headers: Record<string, string>, body: string, trips: Trip[]];

const encoder = new TextEncoder();
const answers = new Map(
  Object.entries(JSON.parse(text) as Record<string, Answer>).map(([name, [status, headers, body, trips]]) => [
    name,
    { init: { status, headers }, body: body === "" ? null : encoder.encode(body), trips },
  ]),
);

/** Answers what the site answered, without doing anything for it. With `?asks` it first asks D1 what the site asked. */
export default {
  async fetch(request, env) {
    const [path = "", query] = request.url.slice(request.url.indexOf("/", 8)).split("?");
    const answer = answers.get(path);
    if (!answer) return new Response("no such answer", { status: 500 });
    if (query === "asks") {
      for (const trip of answer.trips)
        await env.DB.batch(trip.map(({ sql, values }) => env.DB.prepare(sql).bind(...values)));
    }
    return new Response(answer.body, answer.init);
  },
} satisfies ExportedHandler<Env>;

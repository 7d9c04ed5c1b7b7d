import { env } from "cloudflare:workers";
import { useLoaderData } from "react-router";

/** One query that needs no table. */
const query = `SELECT key AS id, value AS name FROM json_each('["ant","bee","cat","dog","elk","fox","gnu","hen","ibis","jay"]')`;

export async function loader() {
  const { results } = await env.DB.prepare(query).all<{ id: number; name: string }>();
  return { rows: results };
}

export const meta = () => [{ title: "Rows of one query" }];

export default function Rows() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>Rows of one query</h1>
      <ul>
        {rows.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </main>
  );
}

import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";

/** As React Router's own template for Cloudflare does it. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
) {
  const body = await renderToReadableStream(<ServerRouter context={entryContext} url={request.url} />);
  headers.set("Content-Type", "text/html");
  return new Response(body, { headers, status });
}

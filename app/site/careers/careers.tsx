import { data } from "react-router";
import { careers } from "#app/content/pages/careers.ts";
import { writeCacheControl } from "#app/shared/cache-control.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requestScope, sharedContext } from "#worker/lib/scope.ts";
import { CallToAction } from "../call-to-action.tsx";
import { Breadcrumb } from "../parts/breadcrumb.tsx";
import { Columns } from "../parts/columns.tsx";
import { TermList } from "../parts/term-list.tsx";
import { buildMeta } from "../parts/page-meta.ts";
import { Questions } from "../parts/questions.tsx";
import { Access } from "./access.tsx";
import { Asking } from "./asking.tsx";
import { Hiring } from "./hiring.tsx";
import { loadOpenings, type Openings } from "./load-openings.server.ts";
import { OpeningsBlock } from "./openings-block.tsx";
import styles from "./openings.css?url";
import { OpeningsSection } from "./openings.tsx";
import { CareersPicture } from "./careers-picture.tsx";
import type { Route } from "./+types/careers.ts";

export const handle = {
  cache: "public",
  tags: ["careers", "jobs", "jobs-edits"],
  query: ["q", "department", "country", "workplace", "employment", "page"],
} satisfies RouteHandle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const isShared = context.get(sharedContext);
  const { openings, until, now } = await loadOpenings({ request, url, isShared }, context.get(requestScope));
  if (openings.state === "limited")
    return data({ openings }, { status: 429, headers: { "Retry-After": String(openings.retryAfter) } });
  const headers = { "Cache-Control": writeCacheControl({ until, now }) };
  return data({ openings }, { status: openings.state === "failed" ? 503 : 200, headers });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function links() {
  return [{ rel: "stylesheet", href: styles }];
}

export function meta({ matches }: Route.MetaArgs) {
  return buildMeta(
    { path: "/careers", name: "Careers", meta: careers.meta, questions: careers.questions },
    { matches },
  );
}

export default function Careers({ loaderData: { openings } }: Route.ComponentProps) {
  const { life, benefits, questions, closing } = careers;
  return (
    <>
      <Hero openings={openings} />
      <CareersPicture className="careers-picture" />
      <OpeningsSection openings={openings} />
      <TermList title={life.title} note={life.text} items={life.items} />
      <Hiring {...careers.hiring} />
      <Asking />
      <div className="tint">
        <Columns
          title={benefits.title}
          note={benefits.placeholder ? benefits.note : ""}
          isPlaceholder
          items={benefits.items}
        />
      </div>
      <Questions questions={questions} />
      <Access />
      <CallToAction {...closing} />
    </>
  );
}

function Hero({ openings }: { openings: Openings }) {
  const { title, lead } = careers;
  return (
    <div className="intro careers-intro">
      <div className="intro-text">
        <Breadcrumb trail={[{ to: "/", name: "Home" }]} here="Careers" />
        <div>
          <h1>
            <span className="kicker">
              Careers<span className="sr-only">: </span>
            </span>
            <span className="question">{title}</span>
          </h1>
          <p className="lead">{lead}</p>
        </div>
      </div>
      <OpeningsBlock openings={openings} />
    </div>
  );
}

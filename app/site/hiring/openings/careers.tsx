import { data } from "react-router";
import { labels } from "#app/content/labels.ts";
import { careersLife } from "#app/content/pages/careers-life.ts";
import { careers, type CareersPage } from "#app/content/pages/careers.ts";
import { writeCacheControl } from "#shared/pages/cache-control.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requestScope, sharedContext } from "#worker/lib/scope.ts";
import { CallToAction } from "#app/site/call-to-action.tsx";
import { Aside } from "#app/site/parts/aside.tsx";
import { Breadcrumb } from "#app/site/parts/breadcrumb.tsx";
import { Columns } from "#app/site/parts/columns.tsx";
import { MarkedList } from "#app/site/parts/marked-list.tsx";
import { TermList } from "#app/site/parts/term-list.tsx";
import { buildMeta } from "#app/site/parts/page-meta.ts";
import { Questions } from "#app/site/parts/questions.tsx";
import { Asking } from "./asking.tsx";
import { Hiring } from "./hiring.tsx";
import { loadOpenings, type Openings } from "./load-openings.server.ts";
import { OpeningsBlock } from "./openings-block.tsx";
import "./recipes.ts";
import "./openings.css";
import { OpeningsSection } from "./openings.tsx";
import { CareersPicture } from "./careers-picture.tsx";
import type { Route } from "./+types/careers.ts";

export const handle = {
  cache: "public",
  tags: ["careers", "jobs", "jobs-edits"],
  query: ["q", "department", "country", "workplace", "employment", "page"],
} satisfies RouteHandle;

/** Part of the copy comes with the openings, so that it is in no script. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const isShared = context.get(sharedContext);
  const { openings, until, now } = await loadOpenings({ request, url, isShared }, context.get(requestScope));
  if (openings.state === "limited")
    return data({ copy: careers, openings }, { status: 429, headers: { "Retry-After": String(openings.retryAfter) } });
  const headers = { "Cache-Control": writeCacheControl({ until, now }) };
  return data({ copy: careers, openings }, { status: openings.state === "failed" ? 503 : 200, headers });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { name, meta, questions } = loaderData.copy;
  return buildMeta({ path: "/careers", name, meta, questions }, { matches });
}

export default function Careers({ loaderData: { copy, openings } }: Route.ComponentProps) {
  const { life, benefits } = careersLife;
  const { questions, closing } = copy;
  return (
    <>
      <Hero copy={copy} openings={openings} />
      <CareersPicture className="careers-picture" />
      <OpeningsSection openings={openings} />
      <TermList title={life.title} note={life.text} items={life.items} />
      <Hiring {...copy.hiring} />
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

function Hero({ copy, openings }: { copy: CareersPage; openings: Openings }) {
  const { name, title, lead, closing } = copy;
  return (
    <div className="intro careers-intro">
      <div className="intro-text">
        <Breadcrumb trail={[{ to: "/", name: labels.home }]} here={name} />
        <div>
          <h1>
            <span className="kicker">
              {name}
              <span className="sr-only">: </span>
            </span>
            <span className="question">{title}</span>
          </h1>
          <p className="lead">{lead}</p>
        </div>
      </div>
      <OpeningsBlock openings={openings} subject={closing.subject} />
    </div>
  );
}

/** How to ask for adjustments before an interview. */
function Access() {
  const { title, paragraphs, adjustments } = careersLife.access;
  return (
    <Aside title={title} paragraphs={paragraphs}>
      <MarkedList items={adjustments} />
    </Aside>
  );
}

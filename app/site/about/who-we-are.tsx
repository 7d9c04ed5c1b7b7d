import { whoWeAre } from "#app/content/pages/who-we-are.ts";
import { labels } from "#app/content/labels.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { SectionHead } from "#app/ui/section-head.tsx";
import e5Narrow from "#app/assets/art/e5-wide-m.svg?url";
import e5 from "#app/assets/art/e5-wide.svg?url";
import { CallToAction } from "../call-to-action.tsx";
import { Breadcrumb } from "../parts/breadcrumb.tsx";
import { Columns } from "../parts/columns.tsx";
import { CopyText } from "../parts/copy-text.tsx";
import { buildMeta } from "../parts/page-meta.ts";
import { PlaceholderTable } from "./placeholder-table.tsx";
import type { Route } from "./+types/who-we-are.ts";

export const handle = { cache: "public", tags: ["about"], fixed: true } satisfies RouteHandle;

export function meta({ matches }: Route.MetaArgs) {
  return buildMeta({ path: "/who-we-are", name: whoWeAre.title, meta: whoWeAre.meta }, { matches });
}

export default function WhoWeAre() {
  const { title, statement, lead, organisation, timeline, closing } = whoWeAre;
  return (
    <>
      <div className="wrap statement: grid gap-[28px_gutter] py-[clamp(12px,_2.2vw,_32px)_clamp(32px,_4.4vw,_72px)] md:grid-cols-[8fr_4fr] md:items-end md:[&>nav]:col-[1/-1]">
        <Breadcrumb trail={[{ to: "/", name: labels.home }]} here={title} />
        <h1>
          <span className="kicker">
            {title}
            <span className="sr-only">: </span>
          </span>
          <span className="question">{statement}</span>
        </h1>
        <p className="lead">{lead}</p>
      </div>
      <picture>
        <source media="(max-width:1023px)" srcSet={e5Narrow} width={780} height={340} />
        <img
          // Five panels that show parts of one picture, as on the home page.
          className="windows: w-full [mask:repeating-linear-gradient(90deg,_#000_0_19.084%,_transparent_0_20.229%)]"
          src={e5}
          alt=""
          width={1572}
          height={480}
          fetchPriority="high"
        />
      </picture>
      <Commitments />
      <Columns title={organisation.title} note={organisation.text} items={organisation.units} band />
      <PlaceholderTable
        id="timeline"
        {...timeline}
        toCells={({ year, event, evidence }) => [<CopyText key="year">{year}</CopyText>, event, evidence]}
      />
      <Refusals />
      <CallToAction {...closing} />
    </>
  );
}

function Commitments() {
  const { title, text, check, items } = whoWeAre.commitments;
  if (items.length === 0) return null;
  return (
    <section className="section" aria-labelledby="commitments">
      <div className="wrap">
        <SectionHead id="commitments" title={title} note={text} />
        <ul className="commitments: [&>li]:grid [&>li]:gap-[14px_gutter] [&>li]:py-[clamp(28px,_2.8vw,_44px)] [&>li]:border-t-1px-line md:[&>li]:grid-cols-[3fr_5fr_4fr] md:[&>li]:gap-x-[clamp(24px,_4vw,_64px)]">
          {items.map((item) => (
            <li key={item.title}>
              <h3 className="d3">{item.title}</h3>
              <p className="muted">{item.text}</p>
              <p className="commitment-check: pl-20px border-l-3px-accent [&>b]:block [&>b]:font-600 [&>b]:text-15">
                <b>{check}</b>
                {item.check}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Refusals() {
  const { title, text, items, after } = whoWeAre.refusals;
  if (items.length === 0) return null;
  return (
    <section className="section gold" aria-labelledby="refusals">
      <div className="wrap">
        <SectionHead id="refusals" title={title} note={text} />
        <ol className="passages passages-4 refusals">
          {items.map(({ test, otherwise }) => (
            <li key={test}>
              <h3 className="h4">{test}</h3>
              <p>{otherwise}</p>
            </li>
          ))}
        </ol>
        <p className="about-after">{after}</p>
      </div>
    </section>
  );
}

import { awardsRecognition } from "#app/content/pages/awards-recognition.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { SectionHead } from "#app/ui/section-head.tsx";
import { CallToAction } from "../call-to-action.tsx";
import { Aside } from "../parts/aside.tsx";
import { CopyText } from "../parts/copy-text.tsx";
import { TermList } from "../parts/term-list.tsx";
import { Intro } from "../parts/intro.tsx";
import { buildMeta } from "../parts/page-meta.ts";
import { ExplainedTable } from "./explained-table.tsx";
import { PlaceholderTable } from "./placeholder-table.tsx";
import { aboutTrail } from "./trail.ts";
import type { Route } from "./+types/awards-recognition.ts";

export const handle = { cache: "public", tags: ["about"], fixed: true } satisfies RouteHandle;

export function meta({ matches }: Route.MetaArgs) {
  return buildMeta(
    { path: "/awards-recognition", name: awardsRecognition.name, meta: awardsRecognition.meta, trail: aboutTrail },
    { matches },
  );
}

export default function AwardsRecognition() {
  const { name, title, lead, awards, measures, policy, inside, closing } = awardsRecognition;
  const links = [
    { rows: awards.rows, to: "list", name: awards.see },
    { rows: measures.rows, to: "measures", name: measures.see },
  ];
  return (
    <>
      <Intro
        trail={aboutTrail}
        name={name}
        question={title}
        lead={lead}
        subject={closing.subject}
        more={links.find(({ rows }) => rows.length > 0)}
        art="awards"
      />
      <PlaceholderTable
        id="awards"
        anchor="list"
        {...awards}
        toCells={({ year, award, giver, judged }) => [
          <CopyText key="year">{year}</CopyText>,
          <CopyText key="award">{award}</CopyText>,
          <CopyText key="giver">{giver}</CopyText>,
          judged,
        ]}
      />
      <ExplainedTable
        {...measures}
        id="measures"
        background="gold"
        rows={measures.rows.map(({ name, counted, good }) => [name, counted, good])}
      >
        <p className="about-after">{measures.after}</p>
      </ExplainedTable>
      <TermList title={policy.title} note={policy.text} items={policy.items} />
      <Reading />
      <Aside title={inside.title} paragraphs={inside.paragraphs} />
      <CallToAction {...closing} />
    </>
  );
}

function Reading() {
  const { title, text, items } = awardsRecognition.reading;
  if (items.length === 0) return null;
  return (
    <section className="section tint" aria-labelledby="reading">
      <div className="wrap">
        <SectionHead id="reading" title={title} note={text} />
        <ol className="asked: grid gap-[0_gutter] [&>li]:py-[clamp(18px,_2vw,_28px)] [&>li]:type-500-h4/1.25-display [&>li]:[letter-spacing:-0.012em] [&>li]:border-t-1px-line [&>li]:text-balance md:grid-cols-[1fr_1fr]">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ol>
      </div>
    </section>
  );
}

import { awardsRecognition } from "#app/content/pages/awards-recognition.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { SectionHead } from "#app/ui/section-head.tsx";
import { Table } from "#app/ui/table.tsx";
import { CallToAction } from "../call-to-action.tsx";
import { Aside } from "../parts/aside.tsx";
import { CopyText } from "../parts/copy-text.tsx";
import { TermList } from "../parts/term-list.tsx";
import { Intro } from "../parts/intro.tsx";
import { buildMeta } from "../parts/page-meta.ts";
import { ToReplace } from "../parts/to-replace.tsx";
import { aboutTrail } from "./trail.ts";
import type { Route } from "./+types/awards-recognition.ts";

export const handle = { cache: "public", tags: ["about"] } satisfies RouteHandle;

export function meta({ matches }: Route.MetaArgs) {
  return buildMeta(
    { path: "/awards-recognition", name: "Awards & Recognition", meta: awardsRecognition.meta, trail: aboutTrail },
    { matches },
  );
}

export default function AwardsRecognition() {
  const { name, title, lead, awards, measures, policy, inside, closing } = awardsRecognition;
  const places = [
    { rows: awards.rows, to: "list", name: "See the list" },
    { rows: measures.rows, to: "measures", name: "See the measures" },
  ];
  return (
    <>
      <Intro
        trail={aboutTrail}
        name={name}
        question={title}
        lead={lead}
        subject={closing.subject}
        more={places.find(({ rows }) => rows.length > 0)}
        art="awards"
      />
      <Awards />
      <Measures />
      <TermList title={policy.title} note={policy.text} items={policy.items} />
      <Reading />
      <Aside title={inside.title} paragraphs={inside.paragraphs} />
      <CallToAction {...closing} />
    </>
  );
}

function Awards() {
  const { title, note, columns, rows } = awardsRecognition.awards;
  if (rows.length === 0) return null;
  return (
    <section id="list" className="section" aria-labelledby="awards">
      <div className="wrap split">
        <div className="stand-in-head">
          <h2 id="awards" className="d2">
            {title}
          </h2>
          <ToReplace text={note} of={rows} />
        </div>
        <Table
          caption={title}
          columns={columns}
          rows={rows.map(({ year, award, giver, judged }) => [
            <CopyText key="year">{year}</CopyText>,
            <CopyText key="award">{award}</CopyText>,
            <CopyText key="giver">{giver}</CopyText>,
            judged,
          ])}
        />
      </div>
    </section>
  );
}

function Measures() {
  const { title, paragraphs, columns, rows, after } = awardsRecognition.measures;
  if (rows.length === 0) return null;
  return (
    <section className="section gold" aria-labelledby="measures">
      <div className="wrap">
        <div className="split about-split">
          <h2 id="measures" className="d2">
            {title}
          </h2>
          <div className="plain">
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </div>
        <Table caption={title} columns={columns} rows={rows.map(({ name, counted, good }) => [name, counted, good])} />
        <p className="about-after">{after}</p>
      </div>
    </section>
  );
}

function Reading() {
  const { title, text, items } = awardsRecognition.reading;
  if (items.length === 0) return null;
  return (
    <section className="section tint" aria-labelledby="reading">
      <div className="wrap">
        <SectionHead id="reading" title={title} note={text} />
        <ol className="asked">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ol>
      </div>
    </section>
  );
}

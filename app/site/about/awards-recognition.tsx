import { awardsRecognition } from "#app/content/pages/awards-recognition.ts";
import { publicHeaders } from "#app/shared/public-headers.ts";
import { SectionHead } from "#app/ui/section-head.tsx";
import { Table } from "#app/ui/table.tsx";
import { CallToAction } from "../call-to-action.tsx";
import { Aside } from "../parts/aside.tsx";
import { CopyText } from "../parts/copy-text.tsx";
import { Ledger } from "../parts/ledger.tsx";
import { Opening } from "../parts/opening.tsx";
import { describe } from "../parts/page-meta.ts";
import { ToReplace } from "../parts/to-replace.tsx";
import { aboutTrail } from "./trail.ts";
import type { Route } from "./+types/awards-recognition.ts";

export function headers() {
  return publicHeaders("about");
}

export function meta({ matches }: Route.MetaArgs) {
  return describe(
    { path: "/awards-recognition", name: "Awards & Recognition", meta: awardsRecognition.meta, trail: aboutTrail },
    { matches },
  );
}

export default function AwardsRecognition() {
  const { name, title, lead, awards, policy, measures, reading, inside, closing } = awardsRecognition;
  return (
    <>
      <Opening
        trail={aboutTrail}
        name={name}
        question={title}
        lead={lead}
        subject={closing.subject}
        more={{ to: "list", name: "See the list" }}
        art="awards"
      />
      <section id="list" className="section" aria-labelledby="awards">
        <div className="wrap split">
          <div className="stand-in-head">
            <h2 id="awards" className="d2">
              {awards.title}
            </h2>
            <ToReplace text={awards.note} of={awards.rows} />
          </div>
          <Table
            caption={awards.title}
            columns={awards.columns}
            rows={awards.rows.map(({ year, award, giver, judged }) => [
              <CopyText key="year">{year}</CopyText>,
              <CopyText key="award">{award}</CopyText>,
              <CopyText key="giver">{giver}</CopyText>,
              judged,
            ])}
          />
        </div>
      </section>
      <section className="section gold" aria-labelledby="measures">
        <div className="wrap">
          <div className="split about-split">
            <h2 id="measures" className="d2">
              {measures.title}
            </h2>
            <div className="plain">
              {measures.paragraphs.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          </div>
          <Table
            caption={measures.title}
            columns={measures.columns}
            rows={measures.rows.map(({ name, counted, good }) => [name, counted, good])}
          />
          <p className="about-after">{measures.after}</p>
        </div>
      </section>
      <Ledger title={policy.title} note={policy.text} items={policy.items} />
      <section className="section tint" aria-labelledby="reading">
        <div className="wrap">
          <SectionHead id="reading" title={reading.title} note={reading.text} />
          <ol className="asked">
            {reading.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ol>
        </div>
      </section>
      <Aside title={inside.title} paragraphs={inside.paragraphs} />
      <CallToAction {...closing} />
    </>
  );
}

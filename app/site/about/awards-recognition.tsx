import { awardsRecognition } from "#app/content/pages/awards-recognition.ts";
import { publicHeaders } from "#app/shared/public-headers.ts";
import { Table } from "#app/ui/table.tsx";
import { CallToAction } from "../call-to-action.tsx";
import { Ledger } from "../parts/ledger.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { describe } from "../parts/page-meta.ts";
import { ToReplace } from "../parts/to-replace.tsx";
import { aboutTrail } from "./trail.ts";

export function headers() {
  return publicHeaders("about");
}

export function meta() {
  return describe(awardsRecognition.meta);
}

export default function AwardsRecognition() {
  const { title, lead, awards, policy, measures, reading, inside, closing } = awardsRecognition;
  return (
    <>
      <PageHead title={title} lead={lead} trail={aboutTrail} />
      <section className="wrap awards" aria-labelledby="awards">
        <h2 id="awards" className="d3">
          {awards.title}
        </h2>
        {awards.rows.some(({ placeholder }) => placeholder) && <ToReplace text={awards.note} />}
        <Table
          caption={awards.title}
          columns={awards.columns}
          rows={awards.rows.map(({ year, award, giver, judged }) => [year, award, giver, judged])}
        />
      </section>
      <Ledger title={policy.title} note={policy.text} items={policy.items} />
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
      <section className="section" aria-labelledby="reading">
        <div className="wrap split">
          <div>
            <h2 id="reading" className="d2">
              {reading.title}
            </h2>
            <p className="muted split-note">{reading.text}</p>
          </div>
          <ul className="asked">
            {reading.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      </section>
      <section className="wrap split about-end" aria-labelledby="inside">
        <h2 id="inside" className="d3">
          {inside.title}
        </h2>
        <div className="plain muted">
          {inside.paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </section>
      <CallToAction {...closing} />
    </>
  );
}

import { whoWeAre } from "#app/content/pages/who-we-are.ts";
import { publicHeaders } from "#app/shared/public-headers.ts";
import { Table } from "#app/ui/table.tsx";
import { CallToAction } from "../call-to-action.tsx";
import { Columns } from "../parts/columns.tsx";
import { describe } from "../parts/page-meta.ts";
import { ToReplace } from "../parts/to-replace.tsx";

/** The five windows onto one scene, 300 x 480 each, in order. */
const windows = Object.values(
  import.meta.glob<string>("../../assets/art/e5-*.svg", { eager: true, query: "?url", import: "default" }),
);

export function headers() {
  return publicHeaders("about");
}

export function meta() {
  return describe(whoWeAre.meta);
}

export default function WhoWeAre() {
  const { title, statement, lead, organisation, closing } = whoWeAre;
  return (
    <>
      <div className="wrap statement">
        <h1>
          <span className="kicker">
            {title}
            <span className="sr-only">: </span>
          </span>
          <span className="question">{statement}</span>
        </h1>
        <p className="lead">{lead}</p>
      </div>
      <div className="windows">
        {windows.map((src) => (
          <img key={src} src={src} alt="" width={300} height={480} />
        ))}
      </div>
      <Commitments />
      <Columns title={organisation.title} note={organisation.text} items={organisation.units} band />
      <Timeline />
      <Refusals />
      <CallToAction {...closing} />
    </>
  );
}

function Commitments() {
  const { title, text, items } = whoWeAre.commitments;
  return (
    <section className="section" aria-labelledby="commitments">
      <div className="wrap">
        <div className="section-head">
          <h2 id="commitments" className="d2">
            {title}
          </h2>
          <p className="muted">{text}</p>
        </div>
        <ul className="commitments">
          {items.map((item) => (
            <li key={item.title}>
              <h3 className="d3">{item.title}</h3>
              <p className="muted">{item.text}</p>
              <p className="commitment-check">
                <b>How you can check</b>
                {item.check}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Timeline() {
  const { title, note, columns, rows } = whoWeAre.timeline;
  return (
    <section className="section" aria-labelledby="timeline">
      <div className="wrap split">
        <div>
          <h2 id="timeline" className="d2">
            {title}
          </h2>
          {rows.some(({ placeholder }) => placeholder) && (
            <div className="split-note">
              <ToReplace text={note} />
            </div>
          )}
        </div>
        <Table
          caption={title}
          columns={columns}
          rows={rows.map(({ year, event, evidence }) => [year, event, evidence])}
        />
      </div>
    </section>
  );
}

function Refusals() {
  const { title, text, items, after } = whoWeAre.refusals;
  return (
    <section className="section bg-surface" aria-labelledby="refusals">
      <div className="wrap">
        <div className="section-head">
          <h2 id="refusals" className="d2">
            {title}
          </h2>
          <p className="muted">{text}</p>
        </div>
        <ol className="refusals">
          {items.map(({ test, otherwise }) => (
            <li key={test}>
              <h3 className="h4">{test}</h3>
              <p className="muted">{otherwise}</p>
            </li>
          ))}
        </ol>
        <p className="about-after muted">{after}</p>
      </div>
    </section>
  );
}

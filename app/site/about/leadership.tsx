import { type Leader, leadership } from "#app/content/pages/leadership.ts";
import { publicHeaders } from "#app/shared/public-headers.ts";
import { Table } from "#app/ui/table.tsx";
import { CallToAction } from "../call-to-action.tsx";
import { Columns } from "../parts/columns.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { describe } from "../parts/page-meta.ts";
import { ToReplace } from "../parts/to-replace.tsx";
import { aboutTrail } from "./trail.ts";

/** Eight stand-ins, 320 x 400, until there are photographs. */
const portraits = Object.values(
  import.meta.glob<string>("../../assets/art/person-*.svg", { eager: true, query: "?url", import: "default" }),
);

export function headers() {
  return publicHeaders("about");
}

export function meta() {
  return describe(leadership.meta);
}

export default function Leadership() {
  const { title, lead, leaders, decisions, rules, seats, closing } = leadership;
  return (
    <>
      <PageHead title={title} lead={lead} trail={aboutTrail} here="Leadership" />
      <div className="wrap">
        {leaders.some(({ placeholder }) => placeholder) && <ToReplace text={leadership.placeholderNote} />}
        <ul className="people">
          {leaders.map((leader, index) => (
            <Portrait key={leader.id} {...leader} src={portraits[index % portraits.length]} lazy={index > 3} />
          ))}
        </ul>
      </div>
      <section className="section bg-surface" aria-labelledby="decisions">
        <div className="wrap">
          <div className="split about-split">
            <h2 id="decisions" className="d2">
              {decisions.title}
            </h2>
            <div className="plain muted">
              {decisions.paragraphs.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          </div>
          <Table
            caption={decisions.title}
            columns={decisions.columns}
            rows={decisions.rows.map(({ decision, decides, asked, within }) => [decision, decides, asked, within])}
          />
        </div>
      </section>
      <Columns title={rules.title} items={rules.items} />
      <section className="wrap split about-end" aria-labelledby="seats">
        <h2 id="seats" className="d3">
          {seats.title}
        </h2>
        <div className="plain muted">
          {seats.paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </section>
      <CallToAction {...closing} />
    </>
  );
}

function Portrait({
  name,
  role,
  answersFor,
  placeholder,
  src,
  lazy,
}: Leader & { src: string | undefined; lazy: boolean }) {
  return (
    <li>
      <img src={src} alt="" width={320} height={400} loading={lazy ? "lazy" : "eager"} />
      <h2 className="h4">{role}</h2>
      <p className="people-name">
        {placeholder && <span className="rhomb" />}
        {name}
      </p>
      <p className="small">{answersFor}</p>
    </li>
  );
}

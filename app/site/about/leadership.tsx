import { type Leader, leadership } from "#app/content/pages/leadership.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { Table } from "#app/ui/table.tsx";
import { CallToAction } from "../call-to-action.tsx";
import { Aside } from "../parts/aside.tsx";
import { Columns } from "../parts/columns.tsx";
import { CopyText } from "../parts/copy-text.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { buildMeta } from "../parts/page-meta.ts";
import { ToReplace } from "../parts/to-replace.tsx";
import { aboutTrail } from "./trail.ts";
import type { Route } from "./+types/leadership.ts";

/** Eight placeholder portraits, 320 x 400, used until there are photographs. */
const portraits = Object.values(
  import.meta.glob<string>("../../assets/art/person-*.svg", { eager: true, query: "?url", import: "default" }),
);

export const handle = { cache: "public", tags: ["about"] } satisfies RouteHandle;

export function meta({ matches }: Route.MetaArgs) {
  return buildMeta({ path: "/leadership", name: "Leadership", meta: leadership.meta, trail: aboutTrail }, { matches });
}

export default function Leadership() {
  const { title, lead, leaders, rules, seats, closing } = leadership;
  return (
    <>
      <PageHead title={title} lead={lead} trail={aboutTrail} here="Leadership" />
      <div className="wrap">
        <ToReplace text={leadership.placeholderNote} of={leaders} />
        {leaders.length > 0 && (
          <ul className="people">
            {leaders.map((leader, index) => (
              <Portrait key={leader.id} {...leader} standIn={portraits[index % portraits.length]} lazy={index > 3} />
            ))}
          </ul>
        )}
      </div>
      <Decisions />
      <Columns title={rules.title} items={rules.items} />
      <Aside title={seats.title} paragraphs={seats.paragraphs} />
      <CallToAction {...closing} />
    </>
  );
}

function Decisions() {
  const { title, paragraphs, columns, rows } = leadership.decisions;
  if (rows.length === 0) return null;
  return (
    <section className="section band" aria-labelledby="decisions">
      <div className="wrap">
        <div className="split about-split">
          <h2 id="decisions" className="d2">
            {title}
          </h2>
          <div className="plain muted">
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </div>
        <Table
          caption={title}
          columns={columns}
          rows={rows.map(({ decision, decides, asked, within }) => [decision, decides, asked, within])}
        />
      </div>
    </section>
  );
}

function Portrait({
  name,
  photo,
  role,
  answersFor,
  standIn,
  lazy,
}: Leader & { standIn: string | undefined; lazy: boolean }) {
  return (
    <li>
      <img src={photo ?? standIn} alt="" width={320} height={400} loading={lazy ? "lazy" : "eager"} />
      <div>
        <h2 className="h4">{role}</h2>
        <p>
          <CopyText>{name}</CopyText>
        </p>
      </div>
      <p className="muted">{answersFor}</p>
    </li>
  );
}

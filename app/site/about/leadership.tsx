import { type Leader, leadership } from "#app/content/pages/leadership.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { CallToAction } from "../call-to-action.tsx";
import { Aside } from "../parts/aside.tsx";
import { Columns } from "../parts/columns.tsx";
import { CopyText } from "../parts/copy-text.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { buildMeta } from "../parts/page-meta.ts";
import { PlaceholderNote } from "../parts/placeholder-note.tsx";
import { ExplainedTable } from "./explained-table.tsx";
import { aboutTrail } from "./trail.ts";
import type { Route } from "./+types/leadership.ts";

/** Eight placeholder portraits, 320 x 400, used until there are photographs. */
const drawnPortraits = Object.values(
  import.meta.glob<string>("../../assets/art/person-*.svg", { eager: true, query: "?url", import: "default" }),
);

export const handle = { cache: "public", tags: ["about"], fixed: true } satisfies RouteHandle;

export function meta({ matches }: Route.MetaArgs) {
  return buildMeta(
    { path: "/leadership", name: leadership.name, meta: leadership.meta, trail: aboutTrail },
    { matches },
  );
}

export default function Leadership() {
  const { title, lead, leaders, decisions, rules, seats, closing } = leadership;
  return (
    <>
      <PageHead title={title} lead={lead} trail={aboutTrail} here={leadership.name} />
      <div className="wrap">
        <PlaceholderNote text={leadership.placeholderNote} of={leaders} />
        {leaders.length > 0 && (
          <ul
            // Portrait, role, name and text are aligned across a row.
            className="people: grid gap-[32px_gutter] py-[36px_section] [&>li]:grid [&>li]:[grid-template:auto_1fr_/_2fr_3fr] [&>li]:gap-[8px_gutter] [&_img]:[grid-row:1_/_3] [&_img]:w-full [&_img]:aspect-[4/5] [&_img]:object-cover [&_p]:text-15 [&_p]:leading-1.5 sm:grid-cols-[1fr_1fr] sm:[&>li]:[grid-template:subgrid_/_1fr] sm:[&>li]:[grid-row:span_4] sm:[&>li]:mb-36px sm:[&_div]:contents sm:[&_img]:[grid-row:auto] sm:[&_img]:mb-6px md:grid-cols-[repeat(4,_1fr)]"
          >
            {leaders.map((leader, index) => (
              <Portrait
                key={leader.id}
                {...leader}
                drawing={drawnPortraits[index % drawnPortraits.length]}
                lazy={index > 3}
              />
            ))}
          </ul>
        )}
      </div>
      <ExplainedTable
        {...decisions}
        id="decisions"
        background="band"
        rows={decisions.rows.map(({ decision, decides, asked, within }) => [decision, decides, asked, within])}
      />
      <Columns title={rules.title} items={rules.items} />
      <Aside title={seats.title} paragraphs={seats.paragraphs} />
      <CallToAction {...closing} />
    </>
  );
}

function Portrait({
  name,
  photo,
  role,
  answersFor,
  drawing,
  lazy,
}: Leader & { drawing: string | undefined; lazy: boolean }) {
  return (
    <li>
      <img src={photo ?? drawing} alt="" width={320} height={400} loading={lazy ? "lazy" : "eager"} />
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

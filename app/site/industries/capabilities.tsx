import type { Capability } from "#app/content/page-types.ts";
import { findServicePath, services } from "#app/content/services.ts";
import { industryTemplate } from "#app/content/pages/industry-template.ts";
import { KnowMore } from "#app/ui/know-more.tsx";
import { MarkedList } from "../parts/marked-list.tsx";

/** The services of the industry's card in more detail, each with a link to its service page. */
export function Capabilities({ capabilities }: { capabilities: readonly Capability[] }) {
  if (capabilities.length === 0) return null;
  return (
    <section id="capabilities" className="section" aria-labelledby="capabilities-title">
      <div className="wrap split">
        <div>
          <h2 id="capabilities-title" className="d2">
            {industryTemplate.capabilities.title(capabilities.length)}
          </h2>
          <p className="muted split-note">{industryTemplate.capabilities.note}</p>
        </div>
        <ul>
          {capabilities.map((capability) => (
            <CapabilityRow key={capability.title} {...capability} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function CapabilityRow({ title, text, points, service }: Capability) {
  const [name, promise] = splitTitle(title);
  return (
    <li className="capability: grid gap-[16px_gutter] py-[clamp(28px,_2.8vw,_44px)_clamp(16px,_2vw,_32px)] border-t-1px-line [&_p]:text-ink-2 xl:grid-cols-[5fr_6fr]">
      <h3>
        <span className="kicker">
          {name}
          {promise && <span className="sr-only">: </span>}
        </span>
        {promise && <span className="h4">{promise}</span>}
      </h3>
      <div>
        <p>{text}</p>
        <MarkedList items={points} />
        <KnowMore to={findServicePath(service)} subject={services.find(({ slug }) => slug === service)?.name ?? name} />
      </div>
    </li>
  );
}

/**
 * Splits "Data Analytics: one count of patients" into the name on the card and its meaning here, with a capital letter.
 */
function splitTitle(title: string): [string, string?] {
  const at = title.indexOf(": ");
  if (at < 0) return [title];
  const promise = title.slice(at + 2);
  return [title.slice(0, at), promise.charAt(0).toUpperCase() + promise.slice(1)];
}

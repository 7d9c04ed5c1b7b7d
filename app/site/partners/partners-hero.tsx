import type { PartnersPage } from "#app/content/pages/partners.ts";
import { ThemedArt } from "#app/ui/art.tsx";
import { tokens } from "../art.ts";
import { Breadcrumb } from "../parts/breadcrumb.tsx";

type PartnersHeroProps = Pick<PartnersPage, "name" | "promise" | "reason">;

/** Two linked rings, what the page promises, and why it exists. */
export function PartnersHero({ name, promise, reason }: PartnersHeroProps) {
  return (
    <div className="wrap partners-hero">
      <Breadcrumb trail={[{ to: "/", name: "Home" }]} here={name} />
      <h1 className="question">{name}</h1>
      <ThemedArt art={tokens.platforms} width={400} height={400} fetchPriority="high" />
      <p className="lead">{promise}</p>
      <section aria-labelledby="reason-title">
        <h2 id="reason-title" className="d3">
          {reason.title}
        </h2>
        {reason.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    </div>
  );
}

// Bundle: careers
import narrow from "#app/assets/art/cover-streams-m.svg?url";
import wide from "#app/assets/art/cover-streams.svg?url";

/** The full-width picture of the careers pages. */
export function CareersPicture({ className }: { className: string }) {
  return (
    <picture>
      <source media="(max-width:1023px)" srcSet={narrow} width={780} height={300} />
      <img className={className} src={wide} alt="" width={1440} height={520} fetchPriority="high" />
    </picture>
  );
}

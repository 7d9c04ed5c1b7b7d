import { industries } from "#app/content/industries.ts";
import { services } from "#app/content/services.ts";
import { ThemedArt } from "#app/ui/art.tsx";
import { getThumb, getToken } from "../art.ts";

/** The small picture beside a menu's link: a service's token, an industry's thumbnail, or nothing. */
export function MenuArt({ to, size }: { to: string; size: number }) {
  const isLinked = ({ slug }: { slug: string }) => to === `/${slug}`;
  const slug = to.slice(1);
  if (services.some(isLinked)) return <ThemedArt art={getToken(slug)} width={size} height={size} loading="lazy" />;
  if (industries.some(isLinked))
    return (
      <img
        className="menu-plate: flex-none aspect-[1] object-cover"
        src={getThumb(slug)}
        alt=""
        width={size}
        height={size}
        loading="lazy"
      />
    );
  return null;
}

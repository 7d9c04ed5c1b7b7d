import { ThemedArt } from "#app/ui/art.tsx";
import { industryThumbs, tokens } from "../art.ts";

/** The small picture beside a menu's link: a service's token, an industry's thumbnail, or nothing. */
export function MenuArt({ to, size }: { to: string; size: number }) {
  const slug = to.slice(1);
  if (slug in tokens)
    return <ThemedArt art={tokens[slug as keyof typeof tokens]} width={size} height={size} loading="lazy" />;
  if (slug in industryThumbs)
    return (
      <img
        className="menu-plate"
        src={industryThumbs[slug as keyof typeof industryThumbs]}
        alt=""
        width={size}
        height={size}
        loading="lazy"
      />
    );
  return null;
}

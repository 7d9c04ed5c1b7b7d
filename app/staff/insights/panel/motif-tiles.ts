/** The pictures that show what a motif looks like: those that the site draws of it anyway. */
import type { CoverMotif } from "#app/art/recipes/covers.ts";

const drawn = import.meta.glob<string>(["../../../assets/art/plate-*.svg", "../../../assets/art/cover-streams-m.svg"], {
  // A name of its own: what public pages share with others would be a file of its own.
  query: "?url&tile",
  import: "default",
  eager: true,
});

const names: Record<CoverMotif, string> = {
  streams: "Streams",
  healthcare: "Healthcare",
  manufacturing: "Manufacturing",
  finserv: "Financial services",
  renewableEnergy: "Renewable energy",
  pharmaceutical: "Pharmaceutical",
  technology: "Technology",
  artificialIntelligence: "Artificial intelligence",
  cloudEngineering: "Cloud engineering",
  applicationLifecycle: "Application lifecycle",
  platforms: "Platforms",
  dataAnalytics: "Data and analytics",
  infrastructureSecurity: "Infrastructure security",
  infrastructure: "Infrastructure",
  gcc: "Capability centres",
  microsoft: "Microsoft",
  partners: "Partners",
};

export interface MotifTile {
  motif: CoverMotif;
  name: string;
  src: string;
}

export const motifTiles: readonly MotifTile[] = (Object.keys(names) as CoverMotif[]).map((motif) => ({
  motif,
  name: names[motif],
  src: drawn[`../../../assets/art/${nameFile(motif)}.svg`] ?? "",
}));

/** "renewableEnergy" is drawn in "plate-renewable-energy". */
function nameFile(motif: CoverMotif): string {
  return motif === "streams"
    ? "cover-streams-m"
    : `plate-${motif.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

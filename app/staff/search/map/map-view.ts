import { readDocument } from "#worker/search/staff/list-documents.ts";
import { readMap } from "#worker/search/staff/read-map.ts";
import { buildPartPath, kindNames, nameKind } from "../parts.ts";
import type { Reading } from "../read-part.ts";

interface PointView {
  id: number;
  title: string;
  trail: string;
  kind: string;
  kindName: string;
  /** In a box from -100 to 100, and from -70 to 70. */
  x: number;
  y: number;
  isPicked: boolean;
  to: string;
}

export interface MapView {
  kind: string;
  kinds: { value: string; name: string; count: number }[];
  points: PointView[];
  picked: { title: string; kind: string; trail: string; to: string; text: string; openTo: string } | null;
  note: string;
}

/** Where the passages lie, and the one that is picked. Two trips. */
export async function loadMap({ search, query }: Reading): Promise<MapView> {
  const asked = query.get("kind") ?? "";
  const kind = Object.hasOwn(kindNames, asked) ? asked : "";
  const point = Number(query.get("point") ?? "0");
  const { points, all } = await readMap(search.searchDb);
  const shown = points.filter((each) => kind === "" || each.kind === kind);
  const chosen = points.find(({ id }) => id === point);
  const document = chosen && (await readDocument(search.searchDb, chosen.key));
  const chunk = document?.chunks.find(({ id }) => id === point);
  const count = (of: string) => points.filter((each) => each.kind === of).length;
  return {
    kind,
    kinds: [
      { value: "", name: "All", count: points.length },
      ...Object.entries(kindNames).flatMap(([value, { many }]) =>
        count(value) === 0 ? [] : [{ value, name: many, count: count(value) }],
      ),
    ],
    points: shown.map((each) => ({
      id: each.id,
      title: each.title,
      trail: each.trail.join(" › "),
      kind: each.kind,
      kindName: nameKind(each.kind),
      x: Math.round(each.x * 1000) / 10,
      y: Math.round(each.y * -700) / 10,
      isPicked: each.id === point,
      to: buildPartPath("map", { kind, point: each.id }),
    })),
    picked:
      chosen && chunk
        ? {
            title: chosen.title,
            kind: nameKind(chosen.kind),
            trail: chosen.trail.join(" › "),
            to: chosen.anchor === "" ? chosen.path : `${chosen.path}#${chosen.anchor}`,
            text: chunk.text,
            openTo: `${buildPartPath("documents", { key: chosen.key })}#document`,
          }
        : null,
    note: `${shown.length} passages${points.length < all ? `, of ${all}: others are left out evenly` : ""}.`,
  };
}

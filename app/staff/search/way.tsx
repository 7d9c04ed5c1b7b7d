import { Icon } from "#app/staff-kit/icon.tsx";

/** Which way synonyms count. Words beside it say the same. */
export function Way({ oneWay }: { oneWay: boolean }) {
  return (
    <span className="search-way">
      {!oneWay && <Icon name="arrow-left" />}
      <Icon name="arrow-right" />
    </span>
  );
}

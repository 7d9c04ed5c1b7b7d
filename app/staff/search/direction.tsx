import { Icon } from "#app/staff-kit/icon.tsx";

/** In which direction synonyms count. Text beside it says the same. */
export function Direction({ oneWay }: { oneWay: boolean }) {
  return (
    <span className="search-way: whitespace-nowrap">
      {!oneWay && <Icon name="arrow-left" />}
      <Icon name="arrow-right" />
    </span>
  );
}

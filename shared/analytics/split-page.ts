interface Filter {
  dimension: string;
  is: boolean;
  values: readonly string[];
}

/** Splits filters of figures into the page of the site that they ask for, if it is exactly one, and the others. */
export function splitPage<Each extends Filter>({ filters }: { filters: readonly Each[] }) {
  const about = filters.filter(({ dimension }) => dimension === "page");
  const [first] = about;
  const page = about.length === 1 && first?.is && first.values.length === 1 ? (first.values[0] ?? null) : null;
  return { page, others: page === null ? filters : filters.filter((filter) => filter !== first) };
}

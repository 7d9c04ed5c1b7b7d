interface Filter {
  dimension: string;
  is: boolean;
  values: readonly string[];
}

/** The page of the site that filters of figures ask for, if it is exactly one, and what is asked besides. */
export function splitPage<Each extends Filter>({ filters }: { filters: readonly Each[] }) {
  const about = filters.filter(({ dimension }) => dimension === "page");
  const [first] = about;
  const page = about.length === 1 && first?.is && first.values.length === 1 ? (first.values[0] ?? null) : null;
  return { page, others: page === null ? filters : filters.filter((filter) => filter !== first) };
}

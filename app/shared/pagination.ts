/** Further pages are asked for by machines alone. */
const lastPage = 1000;

/** The page that an address asks for, from 1; whatever is no whole number up to 1,000 means the first. */
export function parsePage(text: string | null): number {
  const page = /^[1-9]\d{0,3}$/.test(text ?? "") ? Number(text) : 1;
  return page <= lastPage ? page : 1;
}

/** How many pages `total` rows fill; an empty list has one. */
export function countPages(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage));
}

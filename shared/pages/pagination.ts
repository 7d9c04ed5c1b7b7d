/** Nobody reads this far: requests for later pages come from machines. */
const lastPage = 1000;

/** The page number in an address. Anything but a whole number from 1 to 1,000 counts as 1. */
export function parsePage(text: string | null): number {
  const page = /^[1-9]\d{0,3}$/.test(text ?? "") ? Number(text) : 1;
  return page <= lastPage ? page : 1;
}

/** How many pages `total` rows fill; an empty list has one. */
export function countPages(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage));
}

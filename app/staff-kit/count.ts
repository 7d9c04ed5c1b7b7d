// Bundle: staff
/** '1 article', '3 articles': `one` is the word for one thing, `many` for several where an s does not do. */
export function countThings(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

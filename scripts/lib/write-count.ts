/** A number with what it counts, such as "1 fault" or "3 faults". */
export function writeCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

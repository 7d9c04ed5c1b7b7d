/**
 * The number that tells `name` from those that are `taken`: 1 for the name itself, or the next one whose name, as `write`
 * says it, is free. That name is taken with it. `taken` holds the last number of each name, so that equal names cost no more
 * than others, however many they are.
 */
export function takeNumber(taken: Map<string, number>, name: string, write: (turn: number) => string): number {
  let turn = taken.get(name) ?? 0;
  if (turn > 0) {
    do turn += 1;
    while (taken.has(write(turn)));
    taken.set(write(turn), 1);
  }
  taken.set(name, Math.max(turn, 1));
  return Math.max(turn, 1);
}

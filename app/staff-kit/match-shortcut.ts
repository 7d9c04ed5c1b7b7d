/** What of a keyboard event says which key was pressed. */
export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const names: Record<string, string> = {
  mod: "Ctrl",
  enter: "↵",
  escape: "Esc",
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
};

/**
 * How far `presses`, the last few keys, have come with `keys`: `whole` when they end with all of it, `begun` when with
 * its beginning. `keys` holds steps parted by spaces (`g i`); a step is a key (`?`, `Escape`) or `mod+k`, where mod is
 * Ctrl, or Command on Apple's machines.
 */
export function matchShortcut(keys: string, presses: readonly Press[]): "whole" | "begun" | "none" {
  const steps = keys.split(" ");
  const fits = (length: number) =>
    presses.length >= length &&
    steps.slice(0, length).every((step, at) => matchesStep(step, presses[presses.length - length + at]));
  if (fits(steps.length)) return "whole";
  for (let length = steps.length - 1; length > 0; length -= 1) if (fits(length)) return "begun";
  return "none";
}

/** True when it is pressed without Ctrl or Command: dictation can set it off, so that readers may turn it off. */
export function isSingleKey(keys: string): boolean {
  return !keys.includes("mod+") && !/^(Escape|Enter|Arrow\w+)$/.test(keys);
}

/** What stands on the keys, one name for each: ['Ctrl', 'K']. */
export function nameKeys(keys: string, isApple: boolean): string[] {
  return keys
    .split(/[ +](?=.)/)
    .map((key) =>
      key === "mod" && isApple ? "⌘" : (names[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key)),
    );
}

/** A letter, a digit or a sign is compared as it is typed: Shift is part of how some keyboards write `?`. */
function matchesStep(step: string, press: Press | undefined): boolean {
  if (!press || press.altKey) return false;
  const needsMod = step.startsWith("mod+");
  const key = needsMod ? step.slice("mod+".length) : step;
  return press.key.toLowerCase() === key.toLowerCase() && (press.ctrlKey || press.metaKey) === needsMod;
}

// Bundle: staff
import { useEffect, useEffectEvent } from "react";
import { addShortcut, type ShortcutWords } from "./shortcuts.ts";

/**
 * Runs `run` when the keys are pressed, and lists them on the sheet of shortcuts (`?`). `run` may answer false: then
 * the key keeps its usual meaning. With `isOn: false` it is neither heard nor listed.
 */
export function useShortcut(
  { keys, name, group, isOn = true }: ShortcutWords & { isOn?: boolean },
  run: () => boolean | void,
): void {
  const onPress = useEffectEvent(run);
  useEffect(() => {
    if (!isOn) return undefined;
    return addShortcut({ keys, name, group, run: () => onPress() });
  }, [keys, name, group, isOn]);
}

import { useShortcut } from "#app/staff-kit/use-shortcut.ts";

/** Keys that the text itself hears, and signs that become blocks: for the sheet of shortcuts. */
const keys: readonly (readonly [string, string])[] = [
  ["mod+b", "Bold"],
  ["mod+i", "Italic"],
  ["mod+e", "Code"],
  ["mod+.", "Superscript"],
  ["mod+,", "Subscript"],
  ["mod+k", "Link"],
  ["mod+alt+2", "Heading 2, and 3 or 4"],
  ["mod+shift+8", "Bulleted list, with 7 numbered"],
  ["mod+alt+n", "Call-out"],
  ["mod+alt+f", "Footnote"],
  ["mod+f", "Find and replace"],
  ["alt+ArrowUp", "Move the block up, or down"],
  ["alt+F10", "To the toolbar"],
  ["/", "Blocks, at the start of a line"],
];

/** Lists the keys of the editor on the sheet; the text hears them before anything else does. */
export function EditorShortcuts() {
  return keys.map(([keys, name]) => <Listed key={keys} keys={keys} name={name} />);
}

function Listed({ keys, name }: { keys: string; name: string }) {
  useShortcut({ keys, name, group: "Editor" }, () => false);
  return null;
}

// Bundle: staff
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { nameKeys } from "./match-shortcut.ts";
import "./recipes.ts";
import "./kit.css";

interface KeysProps {
  /** Such as `mod+k` or `g i`. */
  keys: string;
  /** Read out, too. Elsewhere the control says its keys by `aria-keyshortcuts`. */
  isRead?: boolean;
}

/** How a shortcut is pressed. */
export function Keys({ keys, isRead = false }: KeysProps) {
  const isApple = useHydrated() && /Mac|iP(hone|ad|od)/.test(navigator.userAgent);
  return (
    <span className="kit-keys" aria-hidden={!isRead || undefined}>
      {nameKeys(keys, isApple).map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  );
}

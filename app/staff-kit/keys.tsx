import { useHydrated } from "#app/ui/use-hydrated.ts";
import { nameKeys } from "./match-shortcut.ts";
import "./kit.css";

/** How a shortcut is pressed, such as `mod+k` or `g i`. Not read out: controls say their keys by `aria-keyshortcuts`. */
export function Keys({ keys }: { keys: string }) {
  const isApple = useHydrated() && /Mac|iP(hone|ad|od)/.test(navigator.userAgent);
  return (
    <span className="kit-keys" aria-hidden="true">
      {nameKeys(keys, isApple).map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  );
}

// Bundle: staff
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import "./recipes.ts";
import "./tag.css";

interface TagProps {
  /** `key` for what gives the most power, such as the role Super admin. Those with a colour need an icon, too. */
  tone?: "plain" | "key" | "warn" | "danger" | "success" | "info";
  icon?: IconName;
  children: ReactNode;
}

/** A short word about a thing: a topic, a role, a flag. */
export function Tag({ tone = "plain", icon, children }: TagProps) {
  return (
    <span className={tone === "plain" ? "kit-tag" : `kit-tag kit-tag-${tone}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

/** Where a thing stands in its course: new, open, closed. */
export function StatusChip({ tone = "plain", children }: Pick<TagProps, "tone" | "children">) {
  return (
    <span className={tone === "plain" ? "kit-tag kit-status" : `kit-tag kit-status kit-tag-${tone}`}>{children}</span>
  );
}

interface AvatarProps {
  name: string | null;
  /** Address of a picture; without one the initials stand there. */
  picture?: string | null;
  size?: "plain" | "large" | "huge";
}

/** A person by their picture or their initials; without a `name` nobody, as a dashed circle. */
export function Avatar({ name, picture = null, size: named = "plain" }: AvatarProps) {
  const size = named === "plain" ? "kit-avatar" : `kit-avatar kit-avatar-${named}`;
  if (name === null)
    return <span className={`${size} kit-avatar-nobody`} role="img" aria-label="Nobody" title="Nobody" />;
  if (picture !== null) return <img className={size} src={picture} alt="" loading="lazy" decoding="async" />;
  return (
    <span className={size} aria-hidden="true">
      {takeInitials(name)}
    </span>
  );
}

/** 'AL' for Ada Lovelace, 'AD' for ada@demo.example. */
export function takeInitials(name: string): string {
  const words = (name.split("@")[0] ?? "").split(/[\s._-]+/).filter(Boolean);
  const letters =
    words.length > 1
      ? [words[0], words.at(-1)].map((word) => [...(word ?? "")][0])
      : [...(words[0] ?? "?")].slice(0, 2);
  return letters.join("").toUpperCase();
}

interface MenuTarget {
  item: HTMLElement;
  /** The key is the item's own: it is chosen at once. */
  isChosen: boolean;
}

/** What `key` means among `items`, of which one has the focus: another item, or one to choose; undefined for neither. */
export function findMenuTarget(items: readonly HTMLElement[], key: string): MenuTarget | undefined {
  if (items.length === 0) return undefined;
  const at = items.findIndex((item) => item === document.activeElement);
  const moves: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: at <= 0 ? items.length - 1 : at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const moved = items[moves[key] ?? -1];
  if (moved) return { item: moved, isChosen: false };
  if (key.length !== 1 || key === " ") return undefined;
  const own = items.find((item) => item.getAttribute("aria-keyshortcuts")?.toLowerCase() === key.toLowerCase());
  if (own) return { item: own, isChosen: true };
  // The next item that begins with the letter, so that pressing it again goes on.
  const later = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const found = later.find((item) => item.dataset.name?.toLowerCase().startsWith(key.toLowerCase()));
  return found && { item: found, isChosen: false };
}

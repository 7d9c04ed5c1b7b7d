// Bundle: staff
import { useEffect, useEffectEvent } from "react";

export interface PaletteItem {
  to: string;
  name: string;
  /** A word to distinguish it, such as its area or its state. */
  note?: string | undefined;
}

export interface PaletteGroup {
  /** The heading above the records, such as 'Enquiries'. */
  name: string;
  /** At most a handful; null when they could not be searched. */
  items: readonly PaletteItem[] | null;
}

/** Looks for records; `signal` ends the search when more is typed. */
export type PaletteSource = (query: string, signal: AbortSignal) => Promise<readonly PaletteGroup[]>;

const none: readonly PaletteSource[] = [];
const listeners = new Set<() => void>();
let sources = none;

/** Lets the palette find records for as long as the caller is shown: the frame for all pages, a page for its own. */
export function usePaletteSource(search: PaletteSource): void {
  const onSearch = useEffectEvent(search);
  useEffect(() => {
    const source: PaletteSource = (query, signal) => onSearch(query, signal);
    change([...sources, source]);
    return () => change(sources.filter((other) => other !== source));
  }, []);
}

export function readSources(): readonly PaletteSource[] {
  return sources;
}

export function subscribeSources(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly PaletteSource[]): void {
  sources = next;
  for (const listener of listeners) listener();
}

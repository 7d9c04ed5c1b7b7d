import { useEffect, useEffectEvent } from "react";

export interface PaletteItem {
  to: string;
  name: string;
  /** A word that tells it from others, such as its area or its state. */
  note?: string;
}

/** Where a page lets the palette look for records. */
export interface PaletteSource {
  /** The heading above what it finds, such as 'Enquiries'. */
  name: string;
  /** At most a handful; `signal` ends the search when more is typed. */
  search: (query: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>;
}

const none: readonly PaletteSource[] = [];
const listeners = new Set<() => void>();
let sources = none;

/** Lets the palette find records for as long as the page is open. */
export function usePaletteSource({ name, search }: PaletteSource): void {
  const onSearch = useEffectEvent(search);
  useEffect(() => {
    const source: PaletteSource = { name, search: (query, signal) => onSearch(query, signal) };
    change([...sources, source]);
    return () => change(sources.filter((other) => other !== source));
  }, [name]);
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

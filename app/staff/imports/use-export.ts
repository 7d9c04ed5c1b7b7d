import { useRef, useState } from "react";
import { nameExport } from "#shared/imports/export-parts.ts";
import { saveBlob } from "./save-file.ts";

export type ExportState =
  | { kind: "running"; come: number; total: number | null; note: string | null }
  | { kind: "failed"; why: string }
  | { kind: "done"; name: string; fits: boolean };

/** Fetches everything in parts and hands it out as one file. `state` is null before it was asked for, and once it is stopped. */
export function useExport() {
  const [state, setState] = useState<ExportState | null>(null);
  const stop = useRef<AbortController | null>(null);

  async function start() {
    if (state?.kind === "running") return;
    stop.current = new AbortController();
    const { signal } = stop.current;
    setState({ kind: "running", come: 0, total: null, note: null });
    const change = (more: object) => setState((now) => (now?.kind === "running" ? { ...now, ...more } : now));
    const asking = { signal, wait: (note: string) => change({ note }), isPatient: true };
    try {
      const { importing } = await import("./importing.client.ts");
      const report = (come: number, total: number) => change({ come, total, note: null });
      const { archive, fits } = await importing.fetchExport({ asking, report });
      const name = nameExport(Date.now());
      saveBlob(name, archive);
      setState({ kind: "done", name, fits });
    } catch (error) {
      setState(signal.aborted ? null : { kind: "failed", why: error instanceof Error ? error.message : String(error) });
    }
  }

  return { state, start, cancel: () => stop.current?.abort() };
}

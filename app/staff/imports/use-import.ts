import { useRef, useState } from "react";
import type { ImportSettings } from "#worker/imports/import-schema.ts";
import { BrokenFileError } from "./imported-post.ts";
import type { Plan } from "./flow/plan.ts";
import type { Progress } from "./flow/run-import.ts";

/** Bytes of a file that were read. */
interface FileProgress {
  read: number;
  total: number;
}

/** How far the owner of a file has come with it. */
export type ImportStep =
  | { kind: "choose"; trouble: string | null; isBack: boolean }
  | {
      kind: "reading";
      file: string;
      read: number;
      total: number | null;
      bytes: FileProgress | null;
      note: string | null;
    }
  | { kind: "report"; plan: Plan }
  | { kind: "running"; plan: Plan; progress: Progress | null; isPaused: boolean }
  | { kind: "stopped"; plan: Plan; settings: ImportSettings; progress: Progress | null; why: string; isBusy: boolean }
  | { kind: "done"; plan: Plan; progress: Progress };

/** Reads a file, shows what would become of it, and imports it. `onEnd` is called when an import has ended or stopped. */
export function useImport(onEnd: () => void) {
  const [step, setStep] = useState<ImportStep>({ kind: "choose", trouble: null, isBack: false });
  const stop = useRef<AbortController | null>(null);
  /** Resolved by whoever lets the import go on. */
  const gate = useRef<{ open: () => void; opened: Promise<void> } | null>(null);

  async function read(file: File) {
    const { signal } = begin();
    setStep({ kind: "reading", file: file.name, read: 0, total: null, bytes: null, note: null });
    const change = (more: object) =>
      setStep((now) => (now.kind === "reading" && !signal.aborted ? { ...now, ...more } : now));
    const asking = { signal, wait: (note: string) => change({ note }) };
    try {
      const report = (count: number, total: number | null) => change({ read: count, total, note: null });
      const { importing } = await import("./importing.client.ts");
      const parsing = importing.startParser({ signal, report: (bytes) => change({ bytes }) });
      const plan = await importing.makePlan(file, { asking, report, parsing });
      if (!signal.aborted) setStep({ kind: "report", plan });
    } catch (error) {
      if (!signal.aborted) setStep({ kind: "choose", trouble: explain(error), isBack: true });
    }
  }

  async function run(plan: Plan, settings: ImportSettings) {
    const { signal } = begin();
    setStep({ kind: "running", plan, progress: null, isPaused: false });
    let last: Progress | null = null;
    const report = (progress: Progress) => {
      last = progress;
      setStep((now) => (now.kind === "running" ? { ...now, progress } : now));
    };
    try {
      const goOn = async () => gate.current?.opened;
      const { importing } = await import("./importing.client.ts");
      setStep({ kind: "done", plan, progress: await importing.runImport({ plan, settings, signal, goOn, report }) });
    } catch (error) {
      const why = signal.aborted ? "You have stopped it." : explain(error);
      const isBusy = error instanceof Error && error.name === "BusyError";
      setStep({ kind: "stopped", plan, settings, progress: isBusy ? null : last, why, isBusy });
    }
    onEnd();
  }

  function begin(): AbortController {
    stop.current?.abort();
    gate.current = null;
    const controller = new AbortController();
    stop.current = controller;
    return controller;
  }

  function pause(isPaused: boolean) {
    if (isPaused) {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate.current = { open: resolve, opened: promise };
    } else {
      gate.current?.open();
      gate.current = null;
    }
    setStep((now) => (now.kind === "running" ? { ...now, isPaused } : now));
  }

  function cancel() {
    stop.current?.abort();
    pause(false);
    setStep((now) => (now.kind === "reading" ? { kind: "choose", trouble: null, isBack: true } : now));
  }

  const chooseAnother = () => setStep({ kind: "choose", trouble: null, isBack: true });
  return { step, read, run, pause, cancel, chooseAnother };
}

function explain(error: unknown): string {
  if (error instanceof BrokenFileError) return `${error.message} (At: ${error.place}.)`;
  return error instanceof Error ? error.message : String(error);
}

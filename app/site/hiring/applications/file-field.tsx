// Bundle: apply
import { useEffect, useId, useRef, useState } from "react";
import { fileWords } from "#app/content/file-words.ts";
import { formLabels } from "#app/content/form-labels.ts";
import { nameUpload } from "#shared/hiring/application-fields.ts";
import { acceptedFiles, acceptedWords, largestFile } from "#shared/hiring/application-files.ts";
import { type FormAnswers, readAnswer } from "#shared/pages/refusal.ts";
import { FieldNotes, toFieldId } from "#app/ui/field-frame.tsx";
import "#app/ui/field-recipes.ts";

/** The page needs none of it to hydrate: it is loaded once somebody begins to fill in the form. */
const openSender = () => import("./send-file.ts");

interface FileFieldProps {
  label: string;
  name: string;
  hint?: string;
  error: string | undefined;
  required: boolean;
  /** What the form had before; it names the stored file. */
  answers: FormAnswers;
  ticket: string;
  /** Called when an upload begins and ends. */
  onSending: (name: string, isSending: boolean) => void;
}

type State =
  | { step: "none"; trouble?: string }
  | { step: "sending"; file: string; share: number; isWaiting: boolean }
  | { step: "sent"; id: string; about: string };

/**
 * A file of a form. With script it is sent at once, and goes on by itself after a lost network; without, it comes with the form.
 * In both cases the form names it afterwards by hidden fields, so that it need not be chosen again.
 */
export function FileField({ label, name, hint, error, required, answers, ticket, onSending }: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController>(null);
  const fields = nameUpload(name);
  const [state, setState] = useState<State>(() => readSent(answers, fields));
  const trouble = state.step === "none" ? (state.trouble ?? error) : undefined;
  const notes = [trouble && `${id}-error`, `${id}-hint`].filter(Boolean).join(" ");

  async function send(file: File) {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    if (file.size === 0 || file.size > largestFile) {
      if (input.current) input.current.value = "";
      const words = file.size === 0 ? fileWords.empty : fileWords.large;
      return setState({ step: "none", trouble: words });
    }
    onSending(name, true);
    try {
      const report = (share: number, isWaiting: boolean) =>
        setState({ step: "sending", file: file.name, share, isWaiting });
      report(0, false);
      const { sendFile } = await openSender();
      const upload = await sendFile(file, { ticket, signal, report });
      setState({ step: "sent", id: upload.id, about: `${upload.name}|${upload.bytes}` });
      if (input.current) input.current.value = "";
    } catch (thrown) {
      if (signal.aborted) return;
      const refusal = thrown instanceof Error && thrown.name === "FileRefusedError" ? thrown.message : undefined;
      if (refusal && input.current) input.current.value = "";
      // What the site could not take now comes with the form.
      setState({ step: "none", ...(refusal && { trouble: refusal }) });
    } finally {
      if (!signal.aborted) onSending(name, false);
    }
  }

  // A file that was chosen before this ran.
  useEffect(() => {
    const [file] = input.current?.files ?? [];
    if (file) void send(file);
    const form = input.current?.form;
    const load = () => void openSender().catch(() => {});
    form?.addEventListener("focusin", load, { once: true });
    return () => {
      form?.removeEventListener("focusin", load);
      abort.current?.abort();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);

  function remove() {
    abort.current?.abort();
    onSending(name, false);
    setState({ step: "none" });
    if (input.current) input.current.value = "";
    input.current?.focus();
  }

  const isSent = state.step === "sent";
  return (
    <div className="field apply-file: [&_progress]:w-full [&_progress]:h-8px [&_progress]:[accent-color:var(--accent-text)]">
      <label className="field-label" htmlFor={toFieldId(name)}>
        {label} {!required && <span className="field-optional">{formLabels.optional}</span>}
      </label>
      {isSent && (
        <>
          <input type="hidden" name={fields.upload} value={state.id} />
          <input type="hidden" name={fields.about} value={state.about} />
        </>
      )}
      <FileState state={state} />
      {state.step === "sending" && <progress aria-label={fileWords.sending(state.file)} max={1} value={state.share} />}
      {state.step !== "none" && (
        <button type="button" className="btn btn-outline btn-small apply-remove: justify-self-start" onClick={remove}>
          {isSent ? fileWords.remove : fileWords.stop}
          <span className="sr-only"> {isSent ? readAbout(state.about).name : state.file}</span>
        </button>
      )}
      {isSent && <span className="field-hint">{fileWords.replace}</span>}
      <input
        ref={input}
        type="file"
        name={name}
        id={toFieldId(name)}
        className="field-input apply-choose: [.apply_&]:py-10px [&::file-selector-button]:min-h-30px [&::file-selector-button]:mr-14px [&::file-selector-button]:px-14px [&::file-selector-button]:text-ink [&::file-selector-button]:[font:inherit] [&::file-selector-button]:text-15 [&::file-selector-button]:font-600 [&::file-selector-button]:bg-surface-2 [&::file-selector-button]:border-0 [&::file-selector-button]:rounded-15px [&::file-selector-button]:cursor-pointer"
        accept={acceptedFiles}
        aria-invalid={trouble ? true : undefined}
        aria-describedby={notes}
        onChange={({ currentTarget: { files } }) => files?.[0] && void send(files[0])}
      />
      <FieldNotes id={id} error={trouble} hint={hint ? `${hint} ${acceptedWords}.` : `${acceptedWords}.`} />
    </div>
  );
}

function FileState({ state }: { state: State }) {
  return (
    <p className="apply-kept: flex gap-10px items-center wrap-anywhere empty:hidden" role="status">
      {state.step === "sent" && (
        <>
          <span className="i-ph-check-bold" aria-hidden="true" />
          <span>
            <strong>{readAbout(state.about).name}</strong> {readAbout(state.about).size} {fileWords.stored}
          </span>
        </>
      )}
      {state.step === "sending" && (
        <span>
          {state.isWaiting ? fileWords.waiting(state.file) : fileWords.share(state.file, Math.round(state.share * 100))}
        </span>
      )}
    </p>
  );
}

function readSent(answers: FormAnswers, { upload, about }: ReturnType<typeof nameUpload>): State {
  const id = readAnswer(answers, upload);
  return id ? { step: "sent", id, about: readAnswer(answers, about) ?? "" } : { step: "none" };
}

function readAbout(about: string): { name: string; size: string } {
  const [name = "", bytes = "0"] = about.split("|");
  const kilobytes = Math.max(1, Math.round(Number(bytes) / 1000));
  const size = kilobytes < 1000 ? `${kilobytes} KB` : `${(kilobytes / 1000).toFixed(1)} MB`;
  return { name: name || fileWords.unnamed, size: `(${size})` };
}

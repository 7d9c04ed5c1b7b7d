import { type ReactNode, useState } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { showToast } from "#app/staff-kit/toasts.ts";
import { useWriteTime } from "#app/ui/local-time.tsx";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import type { MergedDraft } from "./merge/merge-drafts.ts";
import { MergeDialog } from "./merge/merge-dialog.client.tsx";
import type { Stored } from "./saving/answers.ts";
import type { SaverState } from "./saving/saver-state.ts";
import type { Saver } from "./saving/saver.ts";
import { CompareDialog } from "./compare-dialog.tsx";
import type { FoundCopy } from "./saving/use-copies.ts";
import "./recipes.ts";

interface ArticleNoticesProps<Now extends Stored> {
  /** What is written, such as "article". */
  noun: string;
  saver: Saver<Now>;
  state: SaverState<Now>;
  found: FoundCopy<Now> | null;
  /** What a form without script has done; null for nothing. */
  done: string | null;
  /** Says in words what some fields hold. */
  describe: (patch: Partial<Now["draft"]>) => string;
  onSignIn: () => void;
}

/** What has to be decided: the page shows it, and never decides by itself. */
interface Open<Draft extends object> {
  merged: MergedDraft<Draft>;
  theirs: string;
  decide: (draft: Draft) => void;
}

/** What happened to the text that its writer must know of. */
export function ArticleNotices<Now extends Stored>(props: ArticleNoticesProps<Now>) {
  const { noun, saver, state, found, done, describe, onSignIn } = props;
  type Draft = Now["draft"];
  const [open, setOpen] = useState<Open<Draft> | null>(null);
  const [seen, setSeen] = useState<number | null>(null);
  const [isComparing, setComparing] = useState(false);
  const { phase, newest, merged } = state;
  const writer = newest.editedBy ?? "Somebody else";

  function decideTorn() {
    const compared = saver.compare();
    if (!compared) return;
    setOpen({ merged: compared.merged, theirs: writer, decide: (draft) => saver.decide(draft, compared.newest) });
  }

  function useCopy({ merge, drop }: FoundCopy<Now>) {
    const result = merge();
    const take = (draft: Draft) => {
      saver.replace(draft);
      drop();
    };
    if (result.isClean) take(result.draft);
    else setOpen({ merged: result, theirs: "What is saved", decide: take });
  }

  return (
    <>
      <DoneNotice text={done} />
      {found && <FoundNotice found={found} onUse={() => useCopy(found)} onCompare={() => setComparing(true)} />}
      {phase === "torn" && (
        <Notice tone="warn">
          <p>{writer} changed the same place while you wrote. Nothing is lost: both texts are kept until you decide.</p>
          <p>
            <Button isSmall kind="primary" onClick={decideTorn}>
              Compare and decide
            </Button>
          </p>
        </Notice>
      )}
      {phase === "signed-out" && (
        <Notice tone="warn">
          <p>You are signed out. What you wrote is still here, and this device keeps it.</p>
          <p>
            <Button isSmall kind="primary" onClick={onSignIn}>
              Sign in and save
            </Button>
          </p>
        </Notice>
      )}
      {(phase === "forbidden" || phase === "gone") && <LockedNotice {...{ noun, phase, saver }} />}
      {merged && merged.at !== seen && (
        <Notice tone="info">
          <p>
            {merged.by ?? "Somebody else"} saved changes elsewhere in this {noun}. They are in your text now; Undo takes
            them out.
          </p>
          <p>
            <Button isSmall kind="ghost" onClick={() => setSeen(merged.at)}>
              Close
            </Button>
          </p>
        </Notice>
      )}
      {found && isComparing && (
        <CompareDialog before={saver.read().draft} after={found.copy.draft} onClose={() => setComparing(false)} />
      )}
      {open && (
        <MergeDialog
          merged={open.merged}
          names={{ mine: "Yours", theirs: open.theirs }}
          describe={describe}
          onDecide={(draft) => {
            open.decide(draft);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface FoundNoticeProps {
  found: FoundCopy<Stored>;
  onUse: () => void;
  onCompare: () => void;
}

function FoundNotice({ found: { copy, drop }, onUse, onCompare }: FoundNoticeProps) {
  return (
    <Notice tone="info">
      <p>
        You wrote this on this device at <CopyTime at={copy.at} />, and it was not saved: <q>{takeWords(copy.draft)}</q>
      </p>
      <p className="kit-row">
        <Button isSmall kind="primary" onClick={onUse}>
          Use it
        </Button>
        <Button isSmall onClick={onCompare}>
          Compare
        </Button>
        <Button isSmall kind="ghost" onClick={drop}>
          Discard
        </Button>
      </p>
    </Notice>
  );
}

interface LockedNoticeProps {
  noun: string;
  phase: "forbidden" | "gone";
  saver: { read: () => { draft: Stored["draft"] }; retry: () => Promise<void> };
}

/** Where the text can be saved no more. */
function LockedNotice({ noun, phase, saver }: LockedNoticeProps) {
  return (
    <Notice tone="warn">
      <p>
        {phase === "forbidden"
          ? `Your account may no longer edit this ${noun}. Your text stays here: copy it, or ask an administrator for the role and try again.`
          : `Somebody deleted this ${noun} or put it into the trash. Your text stays here: copy it, or try again once it is restored.`}
      </p>
      <p className="kit-row">
        <Button isSmall kind="primary" onClick={() => void copyText(saver.read().draft)}>
          Copy the text
        </Button>
        <Button isSmall icon="download" onClick={() => downloadText(saver.read().draft)}>
          Download as Markdown
        </Button>
        <Button isSmall kind="ghost" onClick={() => void saver.retry()}>
          Try again
        </Button>
      </p>
    </Notice>
  );
}

function Notice({ tone, children }: { tone: "info" | "warn"; children: ReactNode }) {
  return (
    <div className={`article-notice article-notice-${tone}`} role={tone === "warn" ? "alert" : "status"}>
      <Icon name={tone === "warn" ? "warning" : "info"} />
      <div>{children}</div>
    </div>
  );
}

/** Found in the browser alone, so in its zone at once. */
function CopyTime({ at }: { at: number }) {
  const [now] = useState(() => Date.now());
  const writeDay = useWriteTime({ dateStyle: "medium" });
  const isToday = writeDay(at) === writeDay(now);
  const write = useWriteTime({ timeStyle: "short", ...(!isToday && { dateStyle: "medium" }) });
  return <time dateTime={new Date(at).toISOString()}>{write(at)}</time>;
}

/** The end of a text, where somebody wrote last more often than not. */
function takeWords({ markdown, title }: Stored["draft"]): string {
  const text = markdown.trim() || title;
  return text.length <= 80 ? text : `…${text.slice(-80)}`;
}

async function copyText({ title, markdown }: Stored["draft"]): Promise<void> {
  await navigator.clipboard.writeText(`# ${title}\n\n${markdown}`).then(
    () => showToast({ text: "Text copied" }),
    () => showToast({ text: "The browser did not let the text be copied. Download it instead.", tone: "error" }),
  );
}

function downloadText({ slug, title, markdown }: Stored["draft"]): void {
  const address = URL.createObjectURL(new Blob([`# ${title}\n\n${markdown}`], { type: "text/markdown" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${slug}.md`;
  link.click();
  URL.revokeObjectURL(address);
}

import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { Link, useNavigate } from "react-router";
import { labels } from "#app/content/labels.ts";
import { search } from "#app/content/pages/search.ts";
import { buildSearchPath, longestQuery } from "#shared/search/site-search.ts";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import { describeFound, type Line, listGroups } from "./dialog-lines.ts";
import { Marked } from "./marked.tsx";
import { useTypedSearch } from "./use-typed-search.ts";
import "./search-dialog-recipes.ts";
import "./dialog.css";

/** Milliseconds without a key after which a query counts as asked. */
const settled = 1500;

interface SearchDialogProps {
  onClose: () => void;
}

/** The search over the page: results come while one types. The focus stays in the field; arrow keys mark a line. */
export function SearchDialog({ onClose }: SearchDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [marked, setMarked] = useState(-1);
  const { found, isLoading, problem, retry } = useTypedSearch(text);
  const isStart = text.trim() === "";
  const groups = listGroups(text, isStart ? null : found);
  const count = groups.reduce((sum, { lines }) => sum + lines.length, 0);
  const at = marked < count ? marked : -1;
  const words = isStart ? "" : describeFound(found, isLoading);

  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const tell = useCounting(dialog, text, found);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isStart) return;
    onClose();
    void navigate(buildSearchPath({ query: text.trim() }), { viewTransition: true });
  }

  function onKey(event: KeyboardEvent) {
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? count - 1 : at - 1 };
    // In a text, these two are for the text.
    if (isStart || at >= 0) Object.assign(moves, { Home: 0, End: count - 1 });
    const move = moves[event.key];
    if (event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && at >= 0) {
      event.preventDefault();
      // Before the click, so that it counts as one on a result of this search.
      tell();
      document.getElementById(`${id}-${at}`)?.click();
    } else if (move !== undefined && count > 0) {
      event.preventDefault();
      // Between the last result and the first nothing is marked but the field itself.
      const next = move >= count ? -1 : move;
      setMarked(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
    }
  }

  /** A press beside the box closes it. */
  function onPress(event: MouseEvent) {
    if (event.target === dialog.current) dialog.current.close();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes it
    <dialog
      ref={dialog}
      className="search-dialog: flex flex-col w-[min(46rem,_100vw_-_40px)] max-w-none max-h-[min(40rem,_100dvh_-_120px)] p-0 m-[72px_auto_auto] overflow-hidden text-ink bg-bg border-1px-line rounded-16px shadow-float [&:not([open])]:hidden backdrop:bg-scrim [&>form]:flex [&>form]:flex-none [&>form]:gap-8px [&>form]:items-center [&>form]:p-[10px_10px_10px_24px] [&>form]:border-b-1px-line [&>form:has(input:focus-visible)]:[box-shadow:inset_0_-2px_var(--focus)] [&_mark]:text-ink [&_mark]:font-600 [&_mark]:[text-decoration:underline_2px_var(--accent)] [&_mark]:underline-offset-0.2em [&_mark]:bg-none lt-sm:w-100vw lt-sm:h-100dvh lt-sm:max-h-none lt-sm:m-0 lt-sm:border-0 lt-sm:rounded-0 lt-sm:[&>form]:pl-20px"
      aria-label={search.label}
      onClose={onClose}
      onClick={onPress}
    >
      <form action="/search" role="search" onSubmit={submit}>
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog that has just been opened consists of it
          autoFocus
          type="search"
          name="q"
          role="combobox"
          aria-label={search.label}
          aria-expanded={count > 0}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          placeholder={search.label}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          dir="auto"
          maxLength={longestQuery}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setMarked(-1);
          }}
          onKeyDown={onKey}
        />
        {isLoading && <StarSpinner label="" />}
        <button type="button" className="icon-btn" aria-label={search.close} onClick={() => dialog.current?.close()}>
          <span className="i-ph-x" aria-hidden="true" />
        </button>
      </form>
      <Lines
        {...{ id, groups, at, tell }}
        follow={(event) => isHere(event) && onClose()}
        label={isStart ? search.start : "Results"}
      />
      <Foot problem={isStart ? "none" : problem} text={words} retry={retry} />
    </dialog>
  );
}

/** Whether a press on a link opens the page in this window. */
const isHere = ({ metaKey, ctrlKey, shiftKey }: MouseEvent) => !metaKey && !ctrlKey && !shiftKey;

type Found = ReturnType<typeof useTypedSearch>["found"];

/** Reports a search to visitor analytics once nobody types any more. Returns a function that reports it at once. */
function useCounting(dialog: RefObject<HTMLDialogElement | null>, text: string, found: Found) {
  /** Tells the counter of visits what was sought, where it asks for it. */
  function tell() {
    if (!dialog.current || text.trim() === "" || found?.query !== text.trim()) return;
    Object.assign(dialog.current.dataset, { eventSearch: found.query, eventFound: found.total });
    dispatchEvent(new Event("page-address"));
  }

  const onSettled = useEffectEvent((query: string | undefined) => {
    if (query === text.trim()) tell();
  });
  useEffect(() => {
    const timer = setTimeout(() => onSettled(found?.query), settled);
    return () => clearTimeout(timer);
  }, [found]);

  return tell;
}

interface LinesProps {
  id: string;
  groups: ReturnType<typeof listGroups>;
  /** The number of the line that is marked; -1 for none. */
  at: number;
  label: string;
  tell: () => void;
  follow: (event: MouseEvent) => void;
}

function Lines({ id, groups, at, label, tell, follow }: LinesProps) {
  return (
    <div
      id={`${id}-list`}
      className="search-dialog-list: flex-1 min-h-0 p-8px overflow-y-auto [overscroll-behavior:contain] empty:p-0 [&_[role='group']>p]:p-[10px_16px_4px] [&_[role='group']>p]:text-ink-3 [&_[role='group']>p]:text-15 lt-sm:[&_[role='group']>p]:px-12px"
      role="listbox"
      aria-label={label}
      onPointerDown={tell}
    >
      {groups.map(({ name, lines, first }) => (
        <div key={name} role="group" aria-label={name}>
          <p aria-hidden="true">{name}</p>
          {lines.map((line, index) => (
            <Link
              key={line.to}
              id={`${id}-${first + index}`}
              className="search-dialog-line: block p-[9px_16px] rounded-12px [scroll-margin-block:40px_8px] [&>b]:block [&>b]:font-600 [&>b]:leading-1.35 [&>b]:wrap-anywhere hover:bg-surface aria-[selected=true]:bg-surface-2 aria-[selected=true]:[box-shadow:inset_3px_0_var(--accent)] [&>b_mark]:[font-weight:inherit] lt-sm:px-12px forced:aria-[selected=true]:[outline:2px_solid_Highlight] forced:aria-[selected=true]:outline-offset-[-2px]"
              role="option"
              tabIndex={-1}
              to={line.to}
              aria-selected={first + index === at}
              {...(line.result && { "data-event": "search-result" as const })}
              onClick={follow}
              viewTransition
            >
              <LineText line={line} />
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
}

interface FootProps {
  problem: ReturnType<typeof useTypedSearch>["problem"];
  text: string;
  retry: () => void;
}

function Foot({ problem, text, retry }: FootProps) {
  if (problem === "none")
    return (
      <p className="search-dialog-foot" role="status">
        {text}
      </p>
    );
  return (
    <p className="search-dialog-foot" role="alert">
      {problem === "limited" ? search.dialog.limited : search.dialog.silent}{" "}
      <button type="button" onClick={retry}>
        {labels.tryAgain}
      </button>
    </p>
  );
}

function LineText({ line: { result, name, note } }: { line: Line }) {
  if (!result)
    return (
      <>
        <b>{name}</b>
        {note && <span>{note}</span>}
      </>
    );
  const [best] = result.passages;
  return (
    <>
      <b>
        <Marked {...result.title} />
      </b>
      {best && best.trail.length > 0 && (
        <span className="search-dialog-trail: [.search-dialog-line>&]:text-ink-3 [.search-dialog-line>&]:[-webkit-line-clamp:1]">
          {best.trail.join(" › ")}
        </span>
      )}
      <span>{best ? <Marked {...best} /> : result.summary}</span>
    </>
  );
}

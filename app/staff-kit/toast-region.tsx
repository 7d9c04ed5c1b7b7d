import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { Button, nameButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { Keys } from "./keys.tsx";
import { closeToast, readNoToasts, readToasts, subscribeToasts, type Toast, undoNewest } from "./toasts.ts";
import { useShortcut } from "./use-shortcut.ts";
import "./recipes.ts";
import "./kit.css";
import "./toast.css";

const shownFor = 6000;

/** Where toasts appear: once per page, always there, so that what comes is read out. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts, readNoToasts);
  const region = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  useShortcut({ keys: "z", name: "Undo what a message offers to undo", group: "Everywhere" }, undoNewest);

  function remember(from: Element | null) {
    if (from && !region.current?.contains(from)) before.current = from;
  }

  /** Gives the focus back to where it was before it came here. */
  function close(id: number) {
    const hadFocus = region.current?.contains(document.activeElement);
    closeToast(id);
    if (hadFocus && before.current instanceof HTMLElement) before.current.focus();
  }

  return (
    <section
      ref={region}
      // Above the row at the foot of a list.
      // Above what stands at the foot of a list; beside a panel, or below the bar of one that is the whole screen.
      className="kit-toasts: fixed right-24px bottom-24px z-60 max-w-[min(560px,_calc(100vw_-_24px))] pointer-events-none [.staff:has(.kit-foot)_&]:bottom-64px md:[.staff:has(.list_.kit-panel)_&]:right-[calc(var(--panel)_+_24px)] lt-md:[.staff:has(.list_.kit-panel)_&]:top-56px lt-md:[.staff:has(.list_.kit-panel)_&]:bottom-auto [&>div]:grid [&>div]:gap-8px grid gap-8px lt-md:right-12px lt-md:bottom-12px lt-md:left-12px lt-md:max-w-none lt-md:[.staff:has(.kit-foot)_&]:right-12px lt-md:[.staff:has(.kit-foot)_&]:bottom-12px lt-md:[.staff:has(.kit-foot)_&]:left-12px lt-md:[.staff:has(.kit-foot)_&]:max-w-none"
      aria-label="Messages"
    >
      {(["status", "alert"] as const).map((role) => (
        <div key={role} role={role}>
          {toasts
            .filter(({ tone }) => (tone === "error") === (role === "alert"))
            .map((toast) => (
              <ToastCard key={toast.id} toast={toast} onEnter={remember} onClose={() => close(toast.id)} />
            ))}
        </div>
      ))}
    </section>
  );
}

interface ToastCardProps {
  toast: Toast;
  /** The focus has come here, from this element. */
  onEnter: (from: Element | null) => void;
  onClose: () => void;
}

function ToastCard({ toast, onEnter, onClose }: ToastCardProps) {
  const [isHeld, setHeld] = useState(false);
  const left = useRef(shownFor);
  const end = useEffectEvent(onClose);
  const stays = toast.tone === "error";

  // The time counts down only while neither the pointer nor the focus is on it.
  useEffect(() => {
    if (isHeld || stays) return;
    const from = performance.now();
    const timer = setTimeout(() => end(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - from;
    };
  }, [isHeld, stays]);

  return (
    <div
      className="kit-toast: flex gap-10px items-center min-w-[min(340px,_100%)] min-h-46px p-[7px_7px_7px_14px] text-on-primary text-14 leading-1.25rem bg-primary rounded-14px pointer-events-auto [&>p]:flex-1 [&_:focus-visible]:outline-current [&_:focus-visible]:outline-offset-[-3px] forced:border-1px-[CanvasText] motion-safe:[animation:kit-toast-rise_0.18s_var(--ease)]"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        setHeld(true);
        onEnter(relatedTarget);
      }}
      onBlur={() => setHeld(false)}
    >
      <Icon name={stays ? "warning" : "done"} />
      <p>{toast.text}</p>
      {toast.undo && (
        <Button
          isSmall
          aria-keyshortcuts="z"
          onClick={() => {
            onClose();
            toast.undo?.();
          }}
        >
          Undo
          <Keys keys="z" />
        </Button>
      )}
      <button
        type="button"
        className={nameButton({ kind: "ghost", isSmall: true, isIconOnly: true })}
        aria-label="Close the message"
        onClick={onClose}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}

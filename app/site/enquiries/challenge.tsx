import { type ReactNode, useEffect, useRef } from "react";
import { readTheme } from "#app/client/theme.ts";

interface Turnstile {
  render: (container: HTMLElement, options: { sitekey: string; theme: "light" | "dark" }) => string;
  reset: (widget: string) => void;
  remove: (widget: string) => void;
}

const source = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

interface ChallengeProps {
  siteKey: string;
  /** The last refusal of the form. A Turnstile answer can be used only once, so each refusal starts a new challenge. */
  refusal: object | undefined;
}

/** Turnstile's widget, which adds its answer to the surrounding form. */
export default function Challenge({ siteKey, refusal }: ChallengeProps): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const widget = useRef<string>(undefined);

  useEffect(() => {
    let isGone = false;
    void loadTurnstile().then((turnstile) => {
      if (!isGone && container.current)
        widget.current = turnstile.render(container.current, { sitekey: siteKey, theme: readTheme() });
    });
    return () => {
      isGone = true;
      if (widget.current) readTurnstile()?.remove(widget.current);
      widget.current = undefined;
    };
  }, [siteKey]);

  useEffect(() => {
    if (refusal && widget.current) readTurnstile()?.reset(widget.current);
  }, [refusal]);

  return <div ref={container} className="contact-challenge: min-h-65px" />;
}

function readTurnstile(): Turnstile | undefined {
  return (globalThis as { turnstile?: Turnstile }).turnstile;
}

let loading: Promise<Turnstile> | undefined;

/** Never settles if the script cannot be loaded. The form is then sent without an answer, and a person checks it. */
function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = source;
    script.addEventListener("load", () => {
      const turnstile = readTurnstile();
      if (turnstile) resolve(turnstile);
    });
    document.head.appendChild(script);
  });
  return loading;
}

import { useEffect, useRef } from "react";
import { readTheme } from "#app/client/theme.ts";

interface Turnstile {
  render: (place: HTMLElement, options: { sitekey: string; theme: "light" | "dark" }) => string;
  reset: (widget: string) => void;
  remove: (widget: string) => void;
}

const source = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

interface ChallengeProps {
  siteKey: string;
  /** Why the last sending was refused: an answer is good once, so each refusal asks anew. */
  refusal: object | undefined;
}

/** Turnstile's box, which puts its answer into the form around it. Loaded only where the owner has configured it. */
export function Challenge({ siteKey, refusal }: ChallengeProps) {
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef<string>(undefined);

  useEffect(() => {
    let isGone = false;
    void loadTurnstile().then((turnstile) => {
      if (!isGone && place.current)
        widget.current = turnstile.render(place.current, { sitekey: siteKey, theme: readTheme() });
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

  return <div ref={place} className="contact-challenge" />;
}

function readTurnstile(): Turnstile | undefined {
  return (globalThis as { turnstile?: Turnstile }).turnstile;
}

let loading: Promise<Turnstile> | undefined;

/** Never settles when the script cannot be had: the form then goes without, and is looked at by a person. */
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

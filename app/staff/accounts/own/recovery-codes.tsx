import { useEffect, useRef } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { showToast } from "#app/staff-kit/toasts.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** New recovery codes, shown this once. Takes the focus when it appears. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const section = useRef<HTMLElement>(null);
  const hydrated = useHydrated();
  const text = `${codes.join("\n")}\n`;

  useEffect(() => section.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ text: "The codes are copied." });
    } catch {
      showToast({ text: "Your browser did not allow copying. Select the codes and copy them.", tone: "error" });
    }
  }

  return (
    <section
      ref={section}
      className="factors-codes: grid gap-12px p-20px border-1px-line rounded-control [&_code]:font-mono [&_code]:text-16 [&_code]:wrap-anywhere [&_ul]:grid [&_ul]:grid-cols-[repeat(auto-fill,_minmax(9.5rem,_1fr))] [&_ul]:gap-[8px_20px]"
      aria-labelledby="codes"
      tabIndex={-1}
    >
      <h2 id="codes">Your recovery codes</h2>
      <p>
        Keep them now: <b>you see them this once.</b> If you lose your passkey or app, one of them and your password let
        you in. Each works once.
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      {hydrated && (
        <div className="kit-row factors-keep: flex-wrap">
          <Button onClick={() => void copy()}>Copy</Button>
          <Button icon="download" onClick={() => download(text)}>
            Download
          </Button>
          <Button onClick={() => window.print()}>Print</Button>
        </div>
      )}
    </section>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), {
    href: url,
    download: `recovery-codes-${location.host}.txt`,
  });
  link.click();
  URL.revokeObjectURL(url);
}

import { useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import type { Refusal } from "#shared/pages/refusal.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { KitInput } from "#app/staff-kit/field.tsx";
import type { SetUpView } from "./second-factors-action.ts";
import "./recipes.ts";

interface AppSetUpProps {
  setUp: SetUpView;
  refusal: Refusal | null;
  action: string;
  isBusy: boolean;
}

/** An app that waits for its first code. Takes the focus when it appears, and its field after a wrong code. */
export function AppSetUp({ setUp: { id, name, key, qr }, refusal, action, isBusy }: AppSetUpProps) {
  const section = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const error = refusal?.problems.find(({ field }) => field === "code")?.message;

  // Another refusal has the same words, and the field is to have the focus after each.
  useEffect(() => {
    if (refusal) input.current?.focus();
    else section.current?.focus();
  }, [refusal]);

  return (
    <section
      ref={section}
      className="factors-set-up: grid gap-12px p-20px border-1px-line rounded-control [&_ol]:grid [&_ol]:gap-20px [&_ol]:pl-20px [&_ol]:list-decimal"
      aria-labelledby="set-up"
      tabIndex={-1}
    >
      <h2 id="set-up">Set up {name}</h2>
      <ol>
        <li>
          <p>Scan this code with your app, or type the key into it.</p>
          {/* Dark on white in either theme: many readers need it. */}
          <svg
            className="factors-qr: block w-[min(220px,_100%)] my-12px"
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            role="img"
            aria-label="QR code of the key below"
          >
            <rect width={qr.size} height={qr.size} fill="#fff" />
            <path d={qr.path} fill="#000" shapeRendering="crispEdges" />
          </svg>
          <p>
            Key: <code className="factors-key: font-mono text-16 wrap-anywhere">{key}</code>
          </p>
        </li>
        <li>
          <Form className="factors-form" method="post" action={action} preventScrollReset>
            <input type="hidden" name="do" value="confirm-app" />
            <input type="hidden" name="id" value={id} />
            <KitInput
              label="Code that the app shows now"
              error={error}
              ref={input}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              required
            />
            <div className="kit-row">
              <Button kind="primary" type="submit" isBusy={isBusy}>
                Confirm
              </Button>
              <Link className={nameButton({ kind: "ghost" })} to={action}>
                Cancel
              </Link>
            </div>
          </Form>
        </li>
      </ol>
    </section>
  );
}

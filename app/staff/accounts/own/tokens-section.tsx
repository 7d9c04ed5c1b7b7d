import { Form } from "react-router";
import { apiScopes, tokenLives } from "#shared/accounts/api-scopes.ts";
import { Button } from "#app/staff-kit/button.tsx";
import "./recipes.ts";
import "#app/staff-kit/list/list-strip.css";
import { KitOptions, KitSelect } from "#app/staff-kit/field.tsx";
import { Field } from "#app/ui/field.tsx";
import { toFieldId } from "#app/ui/field-frame.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { AccountData } from "./load-account.server.ts";
import { NewToken } from "./new-token.tsx";
import { type FormAnswer, Section, useFormState } from "./section.tsx";

interface TokensProps {
  tokens: NonNullable<AccountData["tokens"]>;
  /** Scopes that a new one may have. */
  offered: AccountData["offered"];
  answer: FormAnswer;
}

/** Tokens with which programs act for the account: what there is, and a new one. */
export function TokensSection({ tokens, offered, answer }: TokensProps) {
  const revoke = useFormState("token-revoke", answer);
  return (
    <Section
      id="tokens"
      title="API tokens"
      note="With a token a program acts in your name: one that publishes files of a repository, or a spreadsheet that reads figures. Whoever has it can do the same."
    >
      {answer.token !== null && <NewToken token={answer.token} />}
      {revoke.notice}
      {tokens.length > 0 && (
        <ul className="account-sessions">
          {tokens.map(({ id, name, scopes, ending, until, used }) => (
            <li key={id}>
              <div>
                <p>
                  <b>{name}</b> <span className="account-second">ends in {ending}</span>
                </p>
                <p className="account-second">{scopes.map((scope) => apiScopes[scope]).join(" · ")}</p>
                <p className="account-second">
                  {used ? (
                    <>
                      Last used <LocalTime at={used} />
                    </>
                  ) : (
                    "Not used yet"
                  )}
                  {" · works until "}
                  <LocalTime at={until} />
                </p>
              </div>
              <Form method="post" action={revoke.action} preventScrollReset>
                <input type="hidden" name="token" value={id} />
                <Button type="submit" isSmall isBusy={revoke.isBusy} aria-label={`Revoke the token ${name}`}>
                  Revoke
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <CreateForm offered={offered} answer={answer} />
    </Section>
  );
}

function CreateForm({ offered, answer }: Omit<TokensProps, "tokens">) {
  const { action, isBusy, refusal, notice, key } = useFormState("token-create", answer);
  const fill = fillFields(refusal, refusal?.answers ?? { tokenName: "" });
  const chosen = new Set(refusal ? [refusal.answers?.["scope"] ?? []].flat() : ["posts:read", "posts:write"]);
  const problem = (field: string) => refusal?.problems.find((each) => each.field === field)?.message;
  return (
    <Form key={key} className="account-form" method="post" action={action} preventScrollReset noValidate>
      {notice}
      <Field label="Name" {...fill("tokenName")} maxLength={80} hint="What will use it, such as “Release notes”." />
      <fieldset
        className="account-scopes: grid gap-8px [&_legend]:mb-6px [&_legend]:p-0 [&_label]:flex [&_label]:gap-8px [&_label]:items-center [&_label]:min-h-24px"
        id={toFieldId("scope")}
        tabIndex={-1}
        aria-describedby={problem("scope") && "scope-error"}
      >
        <legend className="kit-label">It may</legend>
        {offered.map((scope) => (
          <label key={scope}>
            <input type="checkbox" className="list-box" name="scope" value={scope} defaultChecked={chosen.has(scope)} />{" "}
            {apiScopes[scope]}
          </label>
        ))}
        {problem("scope") && (
          <p className="kit-error" id="scope-error">
            {problem("scope")}
          </p>
        )}
      </fieldset>
      <KitSelect
        label="It works for"
        error={problem("life")}
        name="life"
        defaultValue={String(refusal?.answers?.["life"] ?? "90")}
      >
        <KitOptions of={tokenLives.map((days) => ({ value: String(days), name: `${days} days` }))} />
      </KitSelect>
      <Button type="submit" isBusy={isBusy}>
        Create a token
      </Button>
    </Form>
  );
}

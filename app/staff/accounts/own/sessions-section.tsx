import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { NewCountry } from "#app/staff/new-country.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { Section, type SectionProps, useFormState } from "./section.tsx";
import "./recipes.ts";

/** The sessions of the account, with buttons to end them. */
export function SessionsSection({ account: { sessions }, answer }: SectionProps) {
  const one = useFormState("session-end", answer);
  const others = useFormState("sessions-end", answer);
  const hasOthers = sessions.some(({ isThis }) => !isThis);
  return (
    <Section
      id="sessions"
      title="Sessions"
      note="Where you are signed in. The time of the last use is exact to five minutes. End what you do not know, and change your password."
    >
      {one.notice}
      {others.notice}
      <ul className="account-sessions">
        {sessions.map(({ id, device, place, isNewCountry, since, seen, isThis }) => (
          <li key={id}>
            <div>
              <p>
                <b>{device}</b> {isThis && <Tag tone="key">This session</Tag>} {isNewCountry && <NewCountry />}
              </p>
              <p className="account-second">
                {place} · since <LocalTime at={since} /> · last used <LocalTime at={seen} />
              </p>
            </div>
            {!isThis && (
              <Form method="post" action={one.action} preventScrollReset>
                <input type="hidden" name="session" value={id} />
                <Button type="submit" isSmall isBusy={one.isBusy} aria-label={`End the session ${device}, ${place}`}>
                  End
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <Form method="post" action={others.action} preventScrollReset>
        <Button
          kind="danger"
          type="submit"
          isBusy={others.isBusy}
          unavailable={hasOthers ? undefined : "This is your only session."}
        >
          End all other sessions
        </Button>
      </Form>
    </Section>
  );
}

import { Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { FileForm } from "#app/staff/file-form.tsx";
import { accountPath } from "./account-forms.ts";
import { LookSection } from "./look-section.tsx";
import { PictureSection } from "./picture-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { Section, type SectionProps } from "./section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { SignInSection } from "./sign-in-section.tsx";
import { TokensSection } from "./tokens-section.tsx";

/** Everything that somebody can see and change of their own account. */
export function AccountPage({ account, answer }: SectionProps) {
  return (
    <div className="account: grid">
      <ProfileSection {...{ account, answer }} />
      <PictureSection {...{ account, answer }} />
      <LookSection />
      <SignInSection {...{ account, answer }} />
      <Section
        id="second-factor"
        title="Second factor"
        note="Passkeys, authenticator apps and recovery codes: who has your password alone stays out."
      >
        <Link className={nameButton()} to="/account/security">
          Passkeys and app codes
        </Link>
      </Section>
      <SessionsSection {...{ account, answer }} />
      {account.tokens && <TokensSection tokens={account.tokens} offered={account.offered} answer={answer} />}
      <Section
        id="data"
        title="Your data"
        note="What the site stores about you, as a JSON file. Notes of colleagues are handed out on request."
      >
        <FileForm action={`${accountPath}/data.json`}>
          <Button type="submit" icon="download">
            Download your data
          </Button>
        </FileForm>
      </Section>
    </div>
  );
}

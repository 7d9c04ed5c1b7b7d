import { AuthShell } from "./auth-shell.tsx";
import "../ui/field-recipes.ts";

interface CompanySignInProps {
  /** What people call the company's identity provider. */
  name: string;
  /** Path of the sign-in page, which the provider's refusals lead back to. */
  from: string;
  /** Where to go after signing in; null for the home path of the roles. */
  next: string | null;
}

/** Sign-in with the company's identity provider, above the form for passwords. */
export function CompanySignIn(props: CompanySignInProps) {
  return (
    <>
      <CompanyLink {...props} />
      <p className="auth-or: flex gap-16px items-center before:flex-1 before:h-1px before:content-empty before:bg-line after:flex-1 after:h-1px after:content-empty after:bg-line">
        or with your password here
      </p>
    </>
  );
}

interface CompanyOnlyProps extends Omit<CompanySignInProps, "name"> {
  /** Null while the provider's settings have a mistake: then nobody can sign in with it. */
  name: string | null;
  notice: string | null;
}

/** The sign-in page under OIDC_ONLY. */
export function CompanyOnly({ name, notice, from, next }: CompanyOnlyProps) {
  return (
    <AuthShell title="Sign in" lead="For staff. After signing in you go back to where you were heading.">
      {notice && (
        <output className="form-note">
          <span className="field-icon-info" aria-hidden="true" />
          {notice}
        </output>
      )}
      {name === null ? (
        <p>Signing in is not set up completely yet. Please tell whoever runs this site.</p>
      ) : (
        <>
          <CompanyLink name={name} from={from} next={next} />
          <p>This site keeps no passwords. Your company account opens it.</p>
        </>
      )}
    </AuthShell>
  );
}

/** A plain link: it leaves the site, and works without script. */
function CompanyLink({ name, from, next }: CompanySignInProps) {
  const query = new URLSearchParams({ from, ...(next !== null && { next }) });
  return (
    <a
      className="btn btn-primary auth-company: justify-self-start max-w-full text-center whitespace-normal"
      href={`/api/auth/oidc/start?${query}`}
    >
      Continue with {name}
    </a>
  );
}

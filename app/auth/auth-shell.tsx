import type { ReactNode } from "react";
import { Link } from "react-router";
import tokenDark from "#app/assets/art/token-infrastructure-security-dark.svg?url";
import token from "#app/assets/art/token-infrastructure-security.svg?url";
import { brand } from "#app/content/brand.ts";
import { ThemedArt } from "#app/ui/art.tsx";
import { LogoMark } from "#app/ui/logo-mark.tsx";
import { ThemeButton } from "#app/ui/theme-button.tsx";
import "./auth.css";

interface AuthShellProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** The plain page around the sign-in form: a link home, a title and the form. No tracking and no navigation. */
export function AuthShell({ title, lead, children }: AuthShellProps) {
  return (
    <div className="auth">
      <header className="auth-top">
        <Link className="auth-logo" to="/" reloadDocument aria-label={`${brand.name} home`}>
          <LogoMark />
          <span>{brand.name}</span>
        </Link>
        <ThemeButton />
      </header>
      <main className="auth-main" id="main">
        <div className="auth-intro">
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
          <ThemedArt art={{ light: token, dark: tokenDark }} width={200} height={200} />
        </div>
        <div className="auth-column">{children}</div>
      </main>
    </div>
  );
}

import type { ReactNode } from "react";
import { Link } from "react-router";
import tokenDark from "#app/assets/art/token-infrastructure-security-dark.svg?url";
import token from "#app/assets/art/token-infrastructure-security.svg?url";
import { brand } from "#app/content/brand.ts";
import { ThemedArt } from "#app/ui/art.tsx";
import { LogoMark } from "#app/ui/logo-mark.tsx";
import { ThemeButton } from "#app/ui/theme-button.tsx";
import "./recipes.ts";
import "./auth.css";

interface AuthShellProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** The plain page around the sign-in form: a link home, a title and the form. No tracking and no navigation. */
export function AuthShell({ title, lead, children }: AuthShellProps) {
  return (
    <div className="auth: grid grid-rows-[auto_1fr] min-h-100svh">
      <header className="auth-top: flex items-center justify-between h-header w-[min(100%,_var(--container))] mx-auto px-margin">
        <Link
          className="auth-logo: inline-flex gap-0.68rem items-center min-h-44px font-display text-25 font-600 leading-1 [letter-spacing:-0.025em] [&_svg]:w-34px [&_svg]:h-34px"
          to="/"
          reloadDocument
          aria-label={`${brand.name} home`}
        >
          <LogoMark />
          <span>{brand.name}</span>
        </Link>
        <ThemeButton />
      </header>
      <main
        className="auth-main: grid gap-32px content-start w-[min(100%,_var(--container))] mx-auto p-[clamp(24px,_6vh,_72px)_margin_64px] md:grid-cols-[1fr_minmax(0,_560px)] md:gap-gutter"
        id="main"
      >
        <div className="auth-intro: grid gap-20px content-start [&_h1]:-ml-0.035em [&_h1]:text-fluid-40-72 [&_h1]:leading-0.96 [&_h1]:[letter-spacing:-0.028em] [&_img]:hidden [&_img]:mt-28px md:pr-[10%] md:[&_img]:block">
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
          <ThemedArt art={{ light: token, dark: tokenDark }} width={200} height={200} />
        </div>
        <div className="auth-column: grid gap-24px content-start md:pt-10px [&_p>a]:inline-flex [&_p>a]:items-center [&_p>a]:min-h-44px [&_p>a]:underline [&_p>a]:underline-offset-3px">
          {children}
        </div>
      </main>
    </div>
  );
}

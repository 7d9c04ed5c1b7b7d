// Bundle: site
import { brand } from "#app/content/brand.ts";
import { labels } from "#app/content/labels.ts";
import { ErrorNotice, errorTitle } from "#app/ui/error-notice.tsx";
import missing from "#app/assets/art/plate-missing.svg?url";
import { LogoMark } from "#app/ui/logo-mark.tsx";

/** The page for unexpected errors, with a link home. */
export function ErrorScreen() {
  return (
    <main ref={takeFocus} id="main" className="wrap notice" tabIndex={-1}>
      <title>{errorTitle}</title>
      <div>
        <a className="logo" href="/">
          <LogoMark />
          <span>{brand.name}</span>
          <span className="sr-only">{labels.homeOf}</span>
        </a>
        <ErrorNotice />
      </div>
      <img src={missing} alt="" width={640} height={480} />
    </main>
  );
}

/**
 * When this screen replaces a page, the focused element is gone. Taking the focus lets screen readers announce the
 * error.
 */
function takeFocus(screen: HTMLElement | null): void {
  if (document.activeElement === document.body) screen?.focus({ preventScroll: true });
}

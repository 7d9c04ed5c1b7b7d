import { brand } from "#app/content/brand.ts";
import { ErrorNotice } from "#app/ui/error-notice.tsx";
import missing from "#app/assets/art/plate-missing.svg?url";
import { LogoMark } from "#app/ui/logo-mark.tsx";

/** The last page, for errors nobody expected, with the way home. */
export function ErrorScreen() {
  return (
    <main ref={takeFocus} id="main" className="wrap notice" tabIndex={-1}>
      <title>Something went wrong</title>
      <div>
        <a className="logo" href="/">
          <LogoMark />
          <span>{brand.name}</span>
          <span className="sr-only">home</span>
        </a>
        <ErrorNotice />
      </div>
      <img src={missing} alt="" width={640} height={480} />
    </main>
  );
}

/** Where the screen takes the place of a page, what had the focus is gone, and nobody would be told. */
function takeFocus(screen: HTMLElement | null): void {
  if (document.activeElement === document.body) screen?.focus({ preventScroll: true });
}

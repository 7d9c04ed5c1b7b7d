import { brand } from "#app/content/brand.ts";
import { ErrorNotice } from "#app/ui/error-notice.tsx";
import { LogoMark } from "#app/ui/logo-mark.tsx";

/** The last page, for errors nobody expected, with the way home. */
export function ErrorScreen() {
  return (
    <main className="wrap notice">
      <title>Something went wrong</title>
      <div>
        <a className="logo" href="/">
          <LogoMark />
          <span>{brand.name}</span>
          <span className="sr-only">home</span>
        </a>
        <ErrorNotice />
      </div>
    </main>
  );
}

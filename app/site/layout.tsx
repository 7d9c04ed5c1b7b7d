import { useRef } from "react";
import { Outlet } from "react-router";
import { publicHeaders } from "#app/shared/public-headers.ts";
import { RouteProgress } from "#app/ui/route-progress.tsx";
import { ConsentBanner } from "./consent-banner.tsx";
import { Footer } from "./footer/footer.tsx";
import { Header } from "./header/header.tsx";
import { usePageChange } from "./use-page-change.ts";

export function headers() {
  return publicHeaders();
}

/** What surrounds every public page. */
export default function SiteLayout() {
  return (
    <>
      <a className="skip btn btn-primary" href="#main">
        Skip to content
      </a>
      <ConsentBanner />
      <RouteProgress />
      <Header />
      <Main />
      <Footer />
    </>
  );
}

/** Takes the focus when another page comes without a document load, so that it is read from its beginning. */
function Main() {
  const ref = useRef<HTMLElement>(null);
  usePageChange("pathname", () => ref.current?.focus({ preventScroll: true }));
  return (
    <main ref={ref} id="main" tabIndex={-1}>
      <Outlet />
    </main>
  );
}

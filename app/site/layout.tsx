import { Outlet } from "react-router";
import { publicHeaders } from "#app/shared/public-headers.ts";
import { goToTarget } from "#app/ui/go-to-target.ts";
import { RouteProgress } from "#app/ui/route-progress.tsx";
import { useFocusOnPageChange } from "#app/ui/use-page-change.ts";
import { ConsentBanner } from "./consent-banner.tsx";
import { Footer } from "./footer/footer.tsx";
import { Header } from "./header/header.tsx";

export function headers() {
  return publicHeaders();
}

/** Header, footer and banner around every public page. */
export default function SiteLayout() {
  const main = useFocusOnPageChange();
  return (
    <>
      <a className="skip btn btn-primary" href="#main" onClick={goToTarget}>
        Skip to content
      </a>
      <ConsentBanner />
      <RouteProgress />
      <Header />
      <main ref={main} id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}

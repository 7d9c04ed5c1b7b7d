import { Outlet } from "react-router";
import { labels } from "#app/content/labels.ts";
import { goToTarget } from "#app/ui/go-to-target.ts";
import { RouteProgress } from "#app/ui/route-progress.tsx";
import { useFocusOnPageChange } from "#app/ui/use-page-change.ts";
import { ConsentBanner } from "#app/site/analytics/consent-banner.tsx";
import { Footer } from "./footer/footer.tsx";
import { Header } from "./header/header.tsx";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/layout.ts";

/** The site's own origin, for canonical addresses; it never changes, so no navigation loads it again. */
export function loader({ context }: Route.LoaderArgs) {
  return { origin: context.get(requestScope).env.SITE_ORIGIN };
}

export function shouldRevalidate() {
  return false;
}

/** Header, footer and banner around every public page. */
export default function SiteLayout() {
  const main = useFocusOnPageChange();
  return (
    <>
      <a className="skip btn btn-primary" href="#main" onClick={goToTarget}>
        {labels.skip}
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

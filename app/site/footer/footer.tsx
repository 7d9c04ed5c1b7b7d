import { Link } from "react-router";
import { brand } from "#app/content/brand.ts";
import { companyLinks, gccLink, legalLinks } from "#app/content/navigation.ts";
import { services } from "#app/content/services.ts";
import { labels } from "#app/content/labels.ts";
import { LogoMark } from "#app/ui/logo-mark.tsx";
import { Tagline } from "#app/ui/tagline.tsx";

const socialIcons = { LinkedIn: "i-ph-linkedin-logo", X: "i-ph-x-logo", Instagram: "i-ph-instagram-logo" } as const;

export function Footer() {
  return (
    <footer className="band footer: py-[clamp(56px,_5vw,_80px)_32px] [&_h2]:mb-10px [&_h2]:font-600 [&_h2]:text-15 [&_h2]:font-text [&_h2]:leading-1.3 [&_h2]:tracking-0 [&_h2+nav]:mt-28px">
      <div className="wrap">
        <div
          // The last column holds the mail address, which may be long.
          className="footer-columns: grid grid-cols-[minmax(0,_1.9fr)_repeat(2,_minmax(0,_1fr))_minmax(max-content,_1fr)] gap-[40px_gutter] [&_h2>a]:inline-block [&_h2>a]:-my-12px [&_h2>a]:py-12px [&_li>a]:text-ink-2 [&_li>a]:text-16 [&_li>a]:wrap-anywhere lt-md:grid-cols-[repeat(2,_minmax(0,_1fr))_minmax(max-content,_1fr)] lt-md:[&>:first-child]:col-[1/-1] lt-sm:grid-cols-[1fr_1fr] lt-sm:[&>:last-child]:col-[1/-1]"
        >
          <div>
            <Link to="/" className="logo" prefetch="intent" viewTransition>
              <LogoMark />
              <span>{brand.name}</span>
              <span className="sr-only">{labels.homeOf}</span>
            </Link>
            <Tagline words={brand.tagline} />
          </div>
          <FooterLinks
            title={labels.footer.services}
            links={services.map(({ slug, name }) => ({ to: `/${slug}`, name }))}
          />
          <div>
            <h2>
              <Link to={gccLink.to} prefetch="intent" viewTransition>
                {gccLink.name}
                {"\u00a0"}
                <span className="i-ph-arrow-right" aria-hidden="true" />
              </Link>
            </h2>
            <FooterLinks title={labels.footer.company} links={companyLinks} />
          </div>
          <nav aria-labelledby="footer-connect">
            <h2 id="footer-connect">{labels.footer.connect}</h2>
            <ul>
              {brand.social.map(({ name, href }) => (
                <li key={name}>
                  <a href={href} rel="noopener">
                    <span className={socialIcons[name]} aria-hidden="true" />
                    {name}
                  </a>
                </li>
              ))}
              <li>
                <a href={`mailto:${brand.salesEmail}`}>
                  <span className="i-ph-envelope-simple" aria-hidden="true" />
                  {brand.salesEmail}
                </a>
              </li>
            </ul>
          </nav>
        </div>
        <div className="footer-base: flex flex-wrap gap-[4px_28px] items-center mt-56px pt-20px text-ink-2 text-15 border-t-1px-line [&>ul]:flex [&>ul]:flex-wrap [&>ul]:gap-[4px_28px]">
          <p>
            © {brand.copyrightYear} {brand.name}
          </p>
          <ul>
            {legalLinks.map(({ to, name }) => (
              <li key={to}>
                <Link to={to} prefetch="intent" viewTransition>
                  {name}
                </Link>
              </li>
            ))}
            <li className="needs-js">
              <button type="button" data-cookie-settings data-inline>
                {labels.footer.cookies}
              </button>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  );
}

function FooterLinks({ title, links }: { title: string; links: readonly { to: string; name: string }[] }) {
  const id = `footer-${title.toLowerCase()}`;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {links.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} prefetch="intent" viewTransition>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

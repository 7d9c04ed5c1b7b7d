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
    <footer className="band footer">
      <div className="wrap">
        <div className="footer-columns">
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
        <div className="footer-base">
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

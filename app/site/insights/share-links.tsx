import { insights } from "#app/content/pages/insights.ts";
import { useState } from "react";

interface ShareLinksProps {
  url: string;
  title: string;
}

/** Plain links for sharing the article. Copying its address needs script. */
export function ShareLinks({ url, title }: ShareLinksProps) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  const linkedIn = `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`;

  function copy() {
    navigator.clipboard.writeText(url).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  }

  return (
    <div className="share" role="group" aria-label={insights.share.label} data-event="share">
      <span role="status">
        {state === "copied" && insights.share.copied}
        {state === "refused" && insights.share.refused}
      </span>
      <button type="button" className="btn btn-outline btn-small needs-js" onClick={copy}>
        {insights.share.copy}
      </button>
      <a className="icon-btn icon-btn-outline" href={mail}>
        <span className="i-ph-envelope-simple" aria-hidden="true" />
        <span className="sr-only">{insights.share.mail}</span>
      </a>
      <a className="icon-btn icon-btn-outline" href={linkedIn} rel="noopener">
        <span className="i-ph-linkedin-logo" aria-hidden="true" />
        <span className="sr-only">{insights.share.linkedIn}</span>
      </a>
    </div>
  );
}

import { Link } from "react-router";
import { brand } from "#app/content/brand.ts";
import { contactTopics } from "#app/content/contact-topics.ts";
import { contact } from "#app/content/pages/contact.ts";
import { formatMinute } from "#shared/dates/format-day.ts";
import { readIdTime } from "#shared/dates/read-id-time.ts";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { MarkedList } from "#app/site/parts/marked-list.tsx";
import type { Route } from "./+types/sent.ts";
import "./recipes.ts";
import "./contact.css";

export const handle = { cache: "fresh" } satisfies RouteHandle;

/** Everything shown here comes from the address, which holds nothing that the visitor wrote. */
export function loader({ url }: Route.LoaderArgs) {
  const id = url.searchParams.get("id") ?? "";
  const topic = contactTopics.find((one) => one.id === url.searchParams.get("topic"));
  const at = readIdTime(id);
  return {
    reference: at === null ? null : formatReference(id),
    at,
    topic: topic?.name ?? null,
    mayBeMailed: url.searchParams.get("mail") !== "none",
  };
}

export function meta() {
  return [{ title: `${contact.sent.meta.title} | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

export default function ContactSent({ loaderData: { reference, at, topic, mayBeMailed } }: Route.ComponentProps) {
  if (reference === null || at === null) return <NothingSent />;
  return (
    <div className="wrap contact" data-event-sent="contact">
      <div className="contact-intro">
        <h1 className="d2">{contact.sent.title}</h1>
        <p className="lead">{contact.sent.lead}</p>
      </div>
      <div>
        <dl className="sent-facts">
          <div>
            <dt>{contact.sent.reference}</dt>
            <dd>{reference}</dd>
          </div>
          <div>
            <dt>{contact.sent.stored}</dt>
            <dd>
              <time dateTime={new Date(at).toISOString()}>{formatMinute(at)}</time>
            </dd>
          </div>
          {topic && (
            <div>
              <dt>{contact.sent.topic}</dt>
              <dd>{topic}</dd>
            </div>
          )}
        </dl>
        <section className="contact-next" aria-labelledby="next">
          <h2 id="next" className="h4">
            {contact.next.title}
          </h2>
          <MarkedList items={[...contact.sent.next, mayBeMailed ? contact.sent.mailed : contact.sent.unmailed]} />
        </section>
        <p className="contact-send">
          <Link className="btn btn-outline" to="/">
            {contact.sent.back}
          </Link>
        </p>
      </div>
    </div>
  );
}

function NothingSent() {
  return (
    <div className="wrap contact">
      <div className="contact-intro">
        <h1 className="d2">{contact.sent.nothing.title}</h1>
        <p className="lead">{contact.sent.nothing.lead}</p>
        <p>
          <Link className="btn btn-accent" to="/contact#contact-form">
            {contact.sent.nothing.open}
          </Link>
        </p>
      </div>
    </div>
  );
}

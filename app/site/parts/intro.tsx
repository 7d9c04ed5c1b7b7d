// Bundle: parts
import { Link } from "react-router";
import { buildContactPath } from "#app/content/calls-to-action.ts";
import { contactLink } from "#app/content/navigation.ts";
import type { Crumb } from "#app/content/page-types.ts";
import { ThemedArt } from "#app/ui/art.tsx";
import { AnchorLink } from "#app/ui/anchor-link.tsx";
import { getDarkPlate, getPlate } from "../art.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { DisplayText } from "./display-text.tsx";

interface IntroProps {
  trail: readonly Crumb[];
  name: string;
  /**
   * The largest line, if the subject has one. Its name is then small above it, and its plate runs to the edge of the
   * window.
   */
  question?: string;
  lead: string;
  /** Subject that the contact form is filled with. */
  subject: string;
  /** A link to a section of the page, if there is one. */
  more?: { to: string; name: string } | undefined;
  /** Slug of the plate. */
  art: string;
}

/**
 * The start of a page about one subject: name or question, what it offers and two links, beside the subject's plate.
 */
export function Intro({ trail, name, question, lead, subject, more, art }: IntroProps) {
  return (
    <section className={question ? "intro intro-half" : "wrap intro"} aria-labelledby="intro-title">
      <div className="intro-text">
        <Breadcrumb trail={trail} here={name} />
        <div>
          {question ? (
            <h1 id="intro-title">
              <span className="kicker">
                {name}
                <span className="sr-only">: </span>
              </span>
              <span className="question">{question}</span>
            </h1>
          ) : (
            <h1 id="intro-title" className="question">
              <DisplayText>{name}</DisplayText>
            </h1>
          )}
          <p className="lead">{lead}</p>
          <div className="intro-ways: flex flex-wrap gap-[12px_28px] items-center mt-32px">
            <Link
              className="btn btn-accent"
              to={buildContactPath(subject)}
              data-event="call-to-action"
              data-event-data="intro"
              viewTransition
            >
              {contactLink.name}
              <span className="i-ph-arrow-right" aria-hidden="true" />
            </Link>
            {more && (
              <AnchorLink className="btn btn-text" to={more.to}>
                {more.name}
                <span className="i-ph-arrow-down" aria-hidden="true" />
              </AnchorLink>
            )}
          </div>
        </div>
      </div>
      <ThemedArt
        art={{ light: getPlate(art), dark: getDarkPlate(art) }}
        width={640}
        height={480}
        fetchPriority="high"
      />
    </section>
  );
}

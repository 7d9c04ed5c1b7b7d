import { Link } from "react-router";
import { findContactPath } from "#app/content/calls-to-action.ts";
import { careers } from "#app/content/pages/careers.ts";
import { publicHeaders } from "#app/shared/public-headers.ts";
import wave from "#app/assets/art/cover-wave.svg?url";
import { CallToAction } from "../call-to-action.tsx";
import { Columns } from "../parts/columns.tsx";
import { Ledger } from "../parts/ledger.tsx";
import { describe } from "../parts/page-meta.ts";
import { Questions } from "../parts/questions.tsx";
import { Access } from "./access.tsx";
import { Asking } from "./asking.tsx";

export function headers() {
  return publicHeaders("careers");
}

export function meta() {
  return describe(careers.meta);
}

export default function Careers() {
  const { life, benefits, questions, closing } = careers;
  return (
    <>
      <Hero />
      <img className="wave" src={wave} alt="" width={1440} height={480} />
      <Ledger title={life.title} note={life.text} items={life.items} />
      <Hiring />
      <Asking />
      <Columns title={benefits.title} note={benefits.note} standIn={benefits.placeholder} items={benefits.items} />
      <Access />
      <Questions questions={questions} />
      <CallToAction {...closing} />
    </>
  );
}

function Hero() {
  const { title, lead, openings, closing } = careers;
  return (
    <div className="careers-hero">
      <div>
        <h1>
          <span className="kicker">
            Careers<span className="sr-only">: </span>
          </span>
          <span className="question">{title}</span>
        </h1>
        <p className="lead">{lead}</p>
      </div>
      <section className="gold openings" aria-labelledby="openings">
        <h2 id="openings" className="d3">
          {openings.title}
        </h2>
        <p>{openings.text}</p>
        <Link className="btn btn-primary" to={findContactPath(closing.subject)} viewTransition>
          Ask us something
          <span className="i-ph-arrow-right" aria-hidden="true" />
        </Link>
      </section>
    </div>
  );
}

function Hiring() {
  const { title, text, steps, after } = careers.hiring;
  return (
    <section className="section band" aria-labelledby="hiring">
      <div className="wrap">
        <div className="section-head">
          <h2 id="hiring" className="d2">
            {title}
          </h2>
          <p className="muted">{text}</p>
        </div>
        <ol className="hiring">
          {steps.map((step) => (
            <li key={step.title}>
              <h3 className="h4">{step.title}</h3>
              <p className="when">{step.when}</p>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
        <p className="about-after muted">{after}</p>
      </div>
    </section>
  );
}

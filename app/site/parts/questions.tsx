// Bundle: parts
import { useId } from "react";
import type { Question } from "#app/content/page-types.ts";

interface QuestionsProps {
  title?: string;
  questions: readonly Question[];
}

/** Questions whose answers open without JavaScript. Renders nothing when there are none. Anchor: #questions. */
export function Questions({ title = "Questions", questions }: QuestionsProps) {
  const titleId = useId();
  if (questions.length === 0) return null;
  return (
    <section id="questions" className="section" aria-labelledby={titleId}>
      <div className="wrap split">
        <h2 id={titleId} className="d2">
          {title}
        </h2>
        <div className="qa">
          {questions.map(({ question, answer }) => (
            <details key={question}>
              <summary>
                <h3>{question}</h3>
                <span className="i-ph-plus" aria-hidden="true" />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

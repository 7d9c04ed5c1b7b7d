import { minute } from "#shared/dates/durations.ts";
import { Avatar } from "#app/staff-kit/tag.tsx";
import type { Others } from "./use-presence.ts";
import "../recipes.ts";

/** Who else has the article open now; of the reader's own pages it says that they are theirs. */
export function OtherEditors({ others, account }: { others: Others; account: string }) {
  const colleagues = others.filter(({ id }, at) => id !== account && others.findIndex((each) => each.id === id) === at);
  const own = others.some(({ id }) => id === account);
  const words = [
    ...colleagues.map(({ name, typedAt }) => `${name} has this open${describeKey(typedAt)}`),
    ...(own ? ["You have this open in another tab or on another device"] : []),
  ];
  return (
    <div className="article-others" role="status">
      {colleagues.slice(0, 3).map(({ id, name }) => (
        <Avatar key={id} name={name} />
      ))}
      {words.length > 0 && <span className="article-others-words">{words.join(". ")}</span>}
    </div>
  );
}

function describeKey(typedAt: number | null): string {
  if (typedAt === null) return ", reading";
  const ago = Date.now() - typedAt;
  if (ago < minute) return ", writing now";
  const minutes = Math.floor(ago / minute);
  return `, last key ${minutes === 1 ? "a minute" : `${minutes} minutes`} ago`;
}

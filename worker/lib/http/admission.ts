/**
 * How much an isolate works on at once. Beyond it the answer is 503, which costs next to nothing: whoever is let
 * in gets an answer in time, and the isolate stays within its memory. What is handed out from memory is never refused.
 */
import { answerUnavailable } from "./answer-unavailable.ts";
import { readClientKey } from "./client-address.ts";
import { onNewIsolate } from "../isolate-memory.ts";

interface Admitted {
  since: number;
  address: string;
}

/** Most requests of each kind in work. Those that send something have places of their own: who sends slowly crowds no page out. */
export const mostAtOnce = { reading: 128, sending: 64 };
/** The share of them that one address may have. */
const shareOfOne = 1 / 4;
/** Milliseconds after which a request has lost its place: one whose client went away may never end. */
const longest = 15_000;

type Kind = keyof typeof mostAtOnce;
const inWork: Record<Kind, Set<Admitted>> = { reading: new Set(), sending: new Set() };
onNewIsolate(() => {
  for (const places of Object.values(inWork)) places.clear();
});

/** Does `work`, or says that there is too much of it. */
export async function admit(request: Request, work: () => Promise<Response>): Promise<Response> {
  const kind: Kind = request.body === null ? "reading" : "sending";
  const places = inWork[kind];
  const own: Admitted = { since: Date.now(), address: readClientKey(request) };
  if (!hasRoom(places, own, mostAtOnce[kind])) return refuse(request);
  places.add(own);
  try {
    return await work();
  } finally {
    places.delete(own);
  }
}

function hasRoom(places: Set<Admitted>, { since, address }: Admitted, most: number): boolean {
  if (places.size < most * shareOfOne) return true;
  let ofOne = 0;
  for (const other of places)
    if (since - other.since > longest) places.delete(other);
    else if (address !== "unknown" && other.address === address) ofOne += 1;
  return places.size < most && ofOne < most * shareOfOne;
}

/** Some come again sooner than others, so that they do not all come at once. */
function refuse(request: Request): Response {
  const wait = 2 + Math.floor(Math.random() * 4);
  const said = `Nothing was changed. Please try again in ${wait} seconds; what you filled in is still on the page before.`;
  return answerUnavailable(request, { title: "Too many requests are in work just now", said, wait });
}

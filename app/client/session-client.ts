// Bundle: site
import { minute, second } from "#shared/dates/durations.ts";
import type { Role } from "#shared/permissions.ts";
import { sessionChannel } from "#shared/accounts/session-channel.ts";

/**
 * What a tab stores about the signed-in user. The tokens are in HttpOnly cookies that scripts cannot read. This module
 * keeps the public part up to date: it refreshes near expiry, once for all tabs, and follows changes in other tabs.
 */
export interface Session {
  user: { id: string; email: string };
  roles: Role[];
  /** Epoch seconds (server's clock) at which the access token ends. */
  expires_at: number;
}

type Message = { type: "signed-in" } | { type: "signed-out" } | { type: "refreshed"; expires_at: number; at: number };

/** Milliseconds before the end of the access token at which it is renewed. */
const refreshAhead = minute;
/** Milliseconds before a failed request is repeated. */
const retryAfter = 15_000;
/** Milliseconds before the first question who is signed in is asked again. Until then nobody knows. */
const pauses = [second, 3 * second];
/** Milliseconds after which an answer is not waited for any longer. */
const patience = 10 * second;
/** Milliseconds after which every tab has received a message. */
const deliveryTime = 250;

const listeners = new Set<() => void>();
let session: Session | null = null;
/** True while the server is being asked who is signed in. */
let asking = false;
/** True once all questions have failed: somebody may be signed in or nobody. */
let unknown = false;
/** Grows with every sign-in and sign-out that this tab learns of. Answers to requests from before are then ignored. */
let generation = 0;
/** When the access token ends, by this computer's clock, which may be wrong by any amount. */
let endsAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let channel: BroadcastChannel | undefined;
let started = false;

/**
 * Calls `listener` after every change. The first subscription starts the watch. Returns a function that unsubscribes.
 */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  startWatch();
  return () => listeners.delete(listener);
}

/** The session as known now. Null when signed out or not yet known. The same object until it changes. */
export function readSession(): Session | null {
  return session;
}

/** True while the first answer is pending: no session is known yet, but the hint cookie says that there may be one. */
export function isSessionPending(): boolean {
  return asking && !session;
}

/** True when the server could not be asked: whoever is signed in must not be taken for a visitor. */
export function isSessionUnknown(): boolean {
  return unknown && !session;
}

/** Asks at once who is signed in. */
export function askForSession(): void {
  void loadSession();
}

/**
 * Stores a session that came with a page. `serverNow` is the server's time (epoch seconds) when it rendered that page.
 */
export function adoptSession(next: Session, serverNow: number): void {
  replaceSession(next, serverNow * 1000);
}

/** Asks the server who is signed in and with which roles. Without the hint cookie it asks nothing. */
async function loadSession(): Promise<void> {
  if (!hasHint()) return replaceSession(null);
  if (asking) return;
  setAsking(true, unknown);
  let answered = await ask("/api/auth/session", {});
  for (const pause of pauses) {
    if (answered) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    answered = session !== null || !hasHint() || (await ask("/api/auth/session", {}));
  }
  setAsking(false, !answered);
}

function setAsking(isAsking: boolean, isUnknown: boolean): void {
  const before = [isSessionPending(), isSessionUnknown()].join();
  asking = isAsking;
  unknown = isUnknown;
  if ([isSessionPending(), isSessionUnknown()].join() !== before) notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Stores the session that a sign-in in this tab returned. All other tabs fetch user and roles again. */
export function announceSignIn(next: Session): void {
  generation += 1;
  broadcast({ type: "signed-in" });
  replaceSession(next);
}

/** Ends the session on the server, then in every tab. Rejects when the server cannot be reached. */
export async function signOut(): Promise<void> {
  const response = await fetch("/api/auth/sign-out", { method: "POST" });
  if (!response.ok) throw new Error(`Signing out was answered with ${response.status}`);
  broadcast({ type: "signed-out" });
  replaceSession(null);
}

/** Renews the access token unless another tab has just done so. */
async function refreshSession(): Promise<void> {
  await runLocked(async () => {
    if (!isNearExpiry()) return;
    await ask("/api/auth/refresh", { method: "POST" });
    if (!session || isNearExpiry()) return;
    broadcast({ type: "refreshed", expires_at: session.expires_at, at: endsAt });
    // Hold the lock until the other tabs have received the message. Otherwise one that gets the lock earlier would
    // renew again.
    await new Promise((resolve) => setTimeout(resolve, deliveryTime));
  });
}

/**
 * Asks the server for the session. Only an answer of 400 or 401 ends it; after other errors this tab asks again later. True when
 * there is an answer, or another one has come meanwhile.
 */
async function ask(path: string, init: RequestInit): Promise<boolean> {
  const asked = generation;
  try {
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(path, { ...init, signal, headers: { Accept: "application/json" } });
    const answer = response.ok ? ((await response.json()) as Session | { user: null }) : null;
    if (asked !== generation) return true;
    if (!answer && response.status !== 400 && response.status !== 401) throw new Error(`Answered ${response.status}`);
    if (answer?.user) replaceSession(answer, Date.parse(response.headers.get("Date") ?? ""));
    else {
      if (session) broadcast({ type: "signed-out" });
      replaceSession(null);
    }
    return true;
  } catch (error) {
    if (asked !== generation) return true;
    console.warn(`${path} says nothing of the session:`, error);
    schedule(retryAfter);
    return false;
  }
}

function replaceSession(next: Session | null, serverNow = Number.NaN): void {
  const previous = session;
  const wasUnknown = isSessionUnknown();
  session = next;
  unknown = false;
  clearTimeout(timer);
  if (next) {
    const now = Date.now();
    endsAt = now + (next.expires_at * 1000 - (Number.isNaN(serverNow) ? now : serverNow));
    scheduleRefresh();
  } else generation += 1;
  if (previous !== next || wasUnknown) notifyListeners();
}

/** Never sooner than the retry pause. Otherwise a clock that is far ahead would refresh endlessly. */
function scheduleRefresh(): void {
  schedule(Math.max(endsAt - Date.now() - refreshAhead, retryAfter));
}

function schedule(delay: number): void {
  clearTimeout(timer);
  timer = setTimeout(checkSession, delay);
}

/** A hidden tab renews nothing, so that the session of an unattended computer can expire. */
function checkSession(): void {
  if (document.hidden) return;
  if (!hasHint()) return replaceSession(null);
  if (!session) void loadSession();
  else if (isNearExpiry()) void refreshSession();
  else scheduleRefresh();
}

function isNearExpiry(): boolean {
  return endsAt - Date.now() <= refreshAhead;
}

function hasHint(): boolean {
  return /(?:^|; )signed-in=1(?:;|$)/.test(document.cookie);
}

function runLocked(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request("session-refresh", work) : work();
}

function startWatch(): void {
  if (started) return;
  started = true;
  if ("BroadcastChannel" in window) {
    channel = new BroadcastChannel(sessionChannel);
    channel.addEventListener("message", ({ data }: MessageEvent<Message>) => receive(data));
  } else {
    addEventListener("storage", ({ key, newValue }) => {
      if (key === sessionChannel && newValue) receive(JSON.parse(newValue) as Message);
    });
  }
  document.addEventListener("visibilitychange", checkSession);
  addEventListener("pageshow", (event) => event.persisted && checkSession());
  if (!session) void loadSession();
}

function broadcast(message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
  if (channel) return channel.postMessage(message);
  try {
    localStorage.setItem(sessionChannel, JSON.stringify(message));
    localStorage.removeItem(sessionChannel);
  } catch {
    // Storage is blocked: the other tabs notice when they become visible again.
  }
}

function receive(message: Message): void {
  if (message.type === "signed-out") return replaceSession(null);
  if (message.type === "signed-in") {
    generation += 1;
    asking = false;
    return void loadSession();
  }
  if (!session) return;
  session = { ...session, expires_at: message.expires_at };
  endsAt = message.at;
  scheduleRefresh();
}

import type { Role } from "#app/shared/permissions.ts";

/**
 * What a tab knows about who is signed in. The tokens live in HttpOnly cookies, out of reach; this keeps the public
 * part current: it refreshes near expiry, once for all tabs, and follows what other tabs do.
 */
export interface Session {
  user: { id: string; email: string };
  roles: Role[];
  /** Epoch seconds (server's clock) at which the access token ends. */
  expires_at: number;
}

type Message = { type: "signed-in" } | { type: "signed-out" } | { type: "refreshed"; expires_at: number; at: number };

const refreshAhead = 60_000;
const retryAfter = 15_000;
const hearingTime = 250;
const channelName = "session";

const listeners = new Set<() => void>();
let session: Session | null = null;
/** Whether the server has been asked and has not said yet who is signed in. */
let asking = false;
/** Grows with every sign-in and sign-out this tab learns of: what the server was asked before no longer counts. */
let generation = 0;
/** When the access token ends on this computer's clock, which may be wrong by any amount. */
let endsAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let channel: BroadcastChannel | undefined;
let started = false;

/** Calls `listener` after every change; the first subscription starts the watch. Returns the way out. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  startWatch();
  return () => listeners.delete(listener);
}

/** The session as known now; null when signed out or not yet known. The same object until it changes. */
export function readSession(): Session | null {
  return session;
}

/** True while the first answer is on its way: nobody is known, yet the hint cookie says that somebody may be. */
export function isSessionPending(): boolean {
  return asking && !session;
}

/** Takes over a session that came with a page. `serverNow`: the server's epoch seconds when it made that page. */
export function adoptSession(next: Session, serverNow: number): void {
  replaceSession(next, serverNow * 1000);
}

/** Asks the server who is signed in (and which roles they hold); nothing is asked without the hint cookie. */
async function loadSession(): Promise<void> {
  if (!hasHint()) return replaceSession(null);
  changeAsking(true);
  await ask("/api/auth/session", {});
  changeAsking(false);
}

function changeAsking(next: boolean): void {
  const wasPending = isSessionPending();
  asking = next;
  if (isSessionPending() !== wasPending) tellListeners();
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** Takes over the session that signing in here returned; every other tab fetches user and roles anew. */
export function announceSignIn(next: Session): void {
  generation += 1;
  tell({ type: "signed-in" });
  replaceSession(next);
}

/** Ends the session on the server, then in every tab. Rejects when the server cannot be reached. */
export async function signOut(): Promise<void> {
  const response = await fetch("/api/auth/sign-out", { method: "POST" });
  if (!response.ok) throw new Error(`Signing out was answered with ${response.status}`);
  tell({ type: "signed-out" });
  replaceSession(null);
}

/** Renews the access token unless another tab has just done so. */
async function refreshSession(): Promise<void> {
  await takeTurn(async () => {
    if (!isNearExpiry()) return;
    await ask("/api/auth/refresh", { method: "POST" });
    if (!session || isNearExpiry()) return;
    tell({ type: "refreshed", expires_at: session.expires_at, at: endsAt });
    // The turn ends once the other tabs have heard: one that got it before would renew again.
    await new Promise((resolve) => setTimeout(resolve, hearingTime));
  });
}

/** Only a definite refusal ends the session; a server or network in trouble is asked again later. */
async function ask(path: string, init: RequestInit): Promise<void> {
  const asked = generation;
  try {
    const response = await fetch(path, { ...init, headers: { Accept: "application/json" } });
    const answer = response.ok ? ((await response.json()) as Session | { user: null }) : null;
    if (asked !== generation) return;
    if (answer?.user) return replaceSession(answer, Date.parse(response.headers.get("Date") ?? ""));
    if (!answer && response.status !== 400 && response.status !== 401) return schedule(retryAfter);
    if (session) tell({ type: "signed-out" });
    replaceSession(null);
  } catch {
    if (asked === generation) schedule(retryAfter);
  }
}

function replaceSession(next: Session | null, serverNow = Number.NaN): void {
  const previous = session;
  session = next;
  clearTimeout(timer);
  if (next) {
    const now = Date.now();
    endsAt = now + (next.expires_at * 1000 - (Number.isNaN(serverNow) ? now : serverNow));
    scheduleRefresh();
  } else generation += 1;
  if (previous !== next) tellListeners();
}

/** Never sooner than the retry pause, or a clock that is far ahead would refresh without end. */
function scheduleRefresh(): void {
  schedule(Math.max(endsAt - Date.now() - refreshAhead, retryAfter));
}

function schedule(delay: number): void {
  clearTimeout(timer);
  timer = setTimeout(checkSession, delay);
}

/** A hidden tab renews nothing: an unattended computer must be able to reach the end of its idle time. */
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

function takeTurn(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request("session-refresh", work) : work();
}

function startWatch(): void {
  if (started) return;
  started = true;
  if ("BroadcastChannel" in window) {
    channel = new BroadcastChannel(channelName);
    channel.addEventListener("message", ({ data }: MessageEvent<Message>) => hear(data));
  } else {
    addEventListener("storage", ({ key, newValue }) => {
      if (key === channelName && newValue) hear(JSON.parse(newValue) as Message);
    });
  }
  document.addEventListener("visibilitychange", checkSession);
  addEventListener("pageshow", (event) => event.persisted && checkSession());
  if (!session) void loadSession();
}

function tell(message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
  if (channel) return channel.postMessage(message);
  try {
    localStorage.setItem(channelName, JSON.stringify(message));
    localStorage.removeItem(channelName);
  } catch {
    // Storage is blocked: the other tabs find out when they are next looked at.
  }
}

function hear(message: Message): void {
  if (message.type === "signed-out") return replaceSession(null);
  if (message.type === "signed-in") {
    generation += 1;
    return void loadSession();
  }
  if (!session) return;
  session = { ...session, expires_at: message.expires_at };
  endsAt = message.at;
  scheduleRefresh();
}

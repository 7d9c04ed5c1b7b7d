/** What a subject declares. docs/how-to-add-a-subject.md shows how to write one; worker/subjects.ts lists all. */
import type { Compilable } from "kysely";
import type { Db } from "../db/client.ts";
import type { Database } from "../db/tables.ts";
import type { Schedule } from "./schedules.ts";
import type { RequestScope } from "./scope.ts";
import type { Term } from "./terms.ts";

export interface Subject {
  /** The tables it owns. Each table of the database belongs to one subject. */
  tables?: readonly (keyof Database)[];
  /**
   * Its queues, by their names in wrangler.toml. Messages that a consumer gives up arrive in the queue of the same name
   * with "-dead" at its end, which the failed messages read.
   */
  consumers?: Readonly<Record<string, QueueConsumer>>;
  jobs?: readonly Job[];
  retention?: readonly RetentionRule[];
  erase?: Erasure;
  /** What it holds of a person. Staff who answer a request for it read the names and export the rows. */
  personData?: readonly PersonData[];
  /** The query of the files in the bucket that belong to a person, for the archive of everything about them. */
  personFiles?: (db: Db, email: string) => Compilable<PersonFile>;
  health?: readonly HealthCheck[];
  /** How it runs, for operators on /operations. `report` makes one. */
  operations?: readonly OperationsReport[];
  /** Actions for operators there, other than running its jobs. */
  operatorActions?: readonly OperatorAction[];
  /** How much work waits on its staff pages, by path. The navigation shows it to those who may open the page. */
  waiting?: Readonly<Record<`/${string}`, (db: Db) => Promise<number>>>;
  /** Kinds of the mails it writes. */
  mails?: readonly string[];
  /** What `recordAudit` may record for it. */
  auditActions?: readonly string[];
  /** The cookies it sets, as this deployment is configured. */
  cookies?: (env: Env) => readonly DeclaredCookie[];
  /** What else it stores in browsers. */
  storage?: readonly DeclaredStorage[];
}

export interface QueueConsumer {
  /** Acknowledges or puts back each message by itself. What it throws brings the whole batch again. */
  consume: (batch: MessageBatch, scope: RequestScope) => Promise<void>;
  /** Where a message is put to be read by it, if the deployment has that queue. */
  producer: (env: Env) => Queue | undefined;
  /** The query of one row: the work that the database keeps for it. Without it, only the queue itself holds what waits. */
  selectBacklog?: (db: Db, now: number) => Compilable<Backlog>;
}

export interface Backlog {
  waiting: number;
  /** Since when the oldest could have been done, epoch milliseconds; null where nothing waits. */
  oldest_at: number | null;
}

export interface Job {
  name: string;
  schedule: Schedule;
  /** What it returns is logged. */
  run: (db: Db, scope: RequestScope) => Promise<object | void>;
}

/** Rows that go, or lose some of their content, once their term is over. The texts stand in the privacy policy. */
export interface RetentionRule {
  table: keyof Database;
  /** Columns of its primary key. */
  key: readonly string[];
  /** SQL of the instant (epoch milliseconds) from which the term counts; an index begins with it. */
  since: string;
  /** SQL of a further condition. */
  where?: string;
  /** SQL of what keeps a row whose term is over, such as a legal hold. */
  unless?: string;
  /** New values for these columns; without it the row is deleted. */
  blank?: Readonly<Record<string, string | null>>;
  term: Term;
  /** Most rows that one statement takes, where much else goes with each; 500 by default. */
  atOnce?: number;
  /** What is stored, such as "Page views". */
  keeps: string;
  /** Queries that prove that rows about people went: they run in the batch that deletes, for those rows of `keys` that did. */
  prove?: (db: Db, keys: readonly string[], env: Env) => Promise<readonly Compilable[]>;
  /** Why a row is deleted, for staff who see it before: "6 months will have passed since it was rejected". */
  because?: string;
  /** From when: "after the view". */
  after: string;
  /** Why, with the legal ground. */
  why: string;
  /** The rows hold nothing about people, so the privacy policy does not list them. */
  isTechnical?: true;
}

/** The queries that erase what a subject holds of somebody. They run in one transaction with those of all subjects. */
interface Erasure {
  /** Of visitors, by their numbers. */
  visitors?: (db: Db, visitorIds: readonly string[], requestId: string) => Promise<readonly Compilable[]>;
  /** Of the person who has an e-mail address. It comes in any case, so a query ignores case: `lower(…) = lower(…)`. */
  person?: (db: Db, email: string, env: Env) => Promise<readonly Compilable[]>;
  /** The query of keys in the bucket, other than `personFiles`, that `person` puts into `removed_files`. */
  keys?: (db: Db, email: string) => Compilable<{ key: string }>;
  /** A query whose row says that most of what the subject holds of the person stays, so that no proof claims it. */
  stays?: (db: Db, email: string) => Compilable;
}

/** Rows about the person who has an e-mail address, of one kind. */
interface PersonData {
  /** What they are, such as "Enquiries". */
  name: string;
  /** It is what staff think of the person: they hand it out when somebody asks, and a download by oneself leaves it out. */
  isFromStaff?: true;
  /**
   * The query of the rows, without secrets; it ignores the case of `email`, as the one that erases them does. An instant
   * (epoch milliseconds) is in a column named `…_at`.
   */
  select: (db: Db, email: string, env: Env) => Compilable<object> | Promise<Compilable<object>>;
}

export interface PersonFile {
  /** In the bucket. */
  key: string;
  /** As the person named it; unique names are made of it. */
  name: string;
  /** A scanner found something in it: it is named and left out. */
  is_infected: 0 | 1;
}

/** Public by GET /api/health, so the name says nothing of what is stored. */
export interface HealthCheck {
  name: string;
  /** The query of what must not be: a row means that it fails. Null where this deployment has nothing to look at. */
  selectFailures: (db: Db, env: Env) => Compilable | null;
  /** What operators do when it fails, in a sentence. docs/runbook.md, which has to name the check, says more. */
  todo: string;
  /** The page of the staff area where that is done. */
  path?: `/${string}`;
  /** Visitors cannot wait for it: its alert does not keep to quiet hours. */
  isUrgent?: true;
}

/** One line of /operations. */
export interface OperationsFact {
  /** Such as "Last backup". */
  name: string;
  /** In words and numbers, such as "41 MB, 12 files". Nothing about people. */
  value: string;
  state: "good" | "warning" | "failed";
  /** The instant that the value is about, epoch milliseconds; the page says how long ago it was. */
  since?: number | null;
  /** What to do about it, in a sentence. */
  todo?: string;
  /** The page of the staff area where that is done, or where there is more to see. */
  path?: `/${string}`;
  /** The `id` of one of the subject's `operatorActions`: its button stands beside the fact. */
  action?: string;
}

type TellFacts<Row> = (rows: readonly Row[], deployment: { env: Env; now: number }) => readonly OperationsFact[];

export interface OperationsReport {
  /** The query of the report; the queries of all reports run in one round trip. Null where there is nothing to look at. */
  select: (db: Db, env: Env, now: number) => Compilable | null;
  /** The rows are those of the query; none where it is null. */
  tell: TellFacts<never>;
}

/** A report whose words are made of the rows of its query. */
export function report<Row>(
  select: (db: Db, env: Env, now: number) => Compilable<Row> | null,
  tell: TellFacts<Row>,
): OperationsReport {
  return { select, tell };
}

/** Something that a super admin starts from /operations: confirmed there, limited, and recorded in the audit log by its id. */
export interface OperatorAction {
  /** Such as "back-up-now". */
  id: string;
  /** Of its button, such as "Back up now". */
  label: string;
  /** What will happen, for the question before it. */
  about: string;
  /** Returns what the page says then. What it throws is logged, and the page says that it failed. */
  run: (db: Db, scope: RequestScope) => Promise<string>;
}

export interface DeclaredCookie {
  name: string;
  purpose: string;
  /** Seconds, as it is set. */
  maxAge: number;
  /** What else ends or renews it. */
  note?: string;
}

interface DeclaredStorage {
  keys: readonly string[];
  /** `indexed`: the key is the name of a database of IndexedDB. */
  kind: "local" | "session" | "indexed";
  purpose: string;
  /** When it is written, and until when it stays. */
  life: string;
}

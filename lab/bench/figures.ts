import type { ColdFigures } from "./cold-start.ts";
import type { D1Counts } from "./count-d1.ts";
import type { HiringFigures } from "./hiring.ts";
import type { IngestFigures } from "./ingest.ts";
import type { GrowthFigures } from "./measure-growth.ts";
import type { RouteFigures } from "./measure-routes.ts";
import type { MemoryFigures } from "./memory.ts";
import type { Spent } from "./profile.ts";
import type { SearchFigures } from "./search.ts";
import type { Bytes } from "./sizes.ts";
import type { VisitorFigures } from "./visitor-figures.ts";

export interface CountFigures extends D1Counts {
  name: string;
  answer: Bytes;
}

/** All that one run measured; parts that it was not asked for are missing. */
export interface Figures {
  /** Day and time in UTC, such as 2026-11-22 07:20. */
  at: string;
  machine: string;
  command: string;
  rounds: number;
  routes: readonly RouteFigures[];
  counts: readonly CountFigures[];
  growth: readonly GrowthFigures[];
  cold?: readonly ColdFigures[];
  boot?: { boot: readonly Spent[]; first: readonly Spent[] };
  memory?: readonly MemoryFigures[];
  hiring?: HiringFigures;
  visitors?: readonly VisitorFigures[];
  ingest?: IngestFigures;
  search?: SearchFigures;
  /** By what they are the bytes of. */
  sizes?: Readonly<Record<string, Bytes>>;
  /** Seconds, by what took them. */
  times?: Readonly<Record<string, number>>;
}

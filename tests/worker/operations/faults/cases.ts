import type { faultAreas } from "./area-names.ts";
import type { FaultCase } from "./case.ts";
import { background } from "./cases-background.ts";
import { candidateMails } from "./cases-mails.ts";
import { ofDesks } from "./cases-desk.ts";
import { ofFigures } from "./cases-figures.ts";
import { hiring } from "./cases-hiring.ts";
import { ofImports } from "./cases-imports.ts";
import { ofJobs } from "./cases-openings.ts";
import { managing } from "./cases-managing.ts";
import { files } from "./cases-media.ts";
import { ownAccount } from "./cases-own-account.ts";
import { ofVisitors } from "./cases-public.ts";
import { ofOperations } from "./cases-operations.ts";
import { ofSearch } from "./cases-search.ts";
import { signingIn } from "./cases-signing-in.ts";
import { writing } from "./cases-writing.ts";

/** Every mutation of the product, by area. */
export const areas: Readonly<Record<(typeof faultAreas)[number], readonly FaultCase[]>> = {
  account: ownAccount,
  accounts: managing,
  "signing-in": signingIn,
  visitors: ofVisitors,
  hiring,
  mails: candidateMails,
  writing,
  files,
  imports: ofImports,
  desks: [...ofJobs, ...ofDesks],
  figures: ofFigures,
  search: ofSearch,
  operations: ofOperations,
  background,
};

export const cases = Object.values(areas).flat();

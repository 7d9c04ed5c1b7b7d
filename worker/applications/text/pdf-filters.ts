import { constants, inflateSync } from "node:zlib";
import { FilterPipeline, type PdfDict } from "virtual:pdf-parts";
import { Budget, limits, UnreadableFileError } from "./limits.ts";

/** What the file that is read now may still unpack. A file is read in one go, so there is one at a time. */
let budget = new Budget();

/** Runs `read`, in which streams unpack within `own`. */
export function withFilters<Result>(own: Budget, read: () => Result): Result {
  budget = own;
  putLimits();
  return read();
}

let hasLimits = false;

/** Replaces what unpacks without a limit. What only pictures use is not there, nor is LZW, which no writer makes any more. */
function putLimits(): void {
  if (hasLimits) return;
  hasLimits = true;
  // One byte makes 128 at most, "z" makes four.
  for (const [name, most] of [
    ["RunLengthDecode", 128],
    ["ASCII85Decode", 4],
    ["ASCIIHexDecode", 1],
  ] as const) {
    const filter = FilterPipeline.getFilter(name);
    if (!filter) continue;
    const decode = filter.decode.bind(filter);
    FilterPipeline.register({
      name,
      decode(data, params) {
        if (data.length * most > limits.unpackedPart) throw new UnreadableFileError("A part of it is too large.");
        const unpacked = decode(data, params);
        budget.addUnpacked(unpacked.length);
        return unpacked;
      },
    });
  }
  const flate = FilterPipeline.getFilter("FlateDecode");
  if (!flate) return;
  // The filter calls it by itself, and undoes the predictor after it.
  Object.assign(flate, { inflate: inflateWithin });
  const decode = flate.decode.bind(flate);
  FilterPipeline.register({
    name: flate.name,
    decode: (data, params) => decode(data, isSane(params) ? params : undefined),
  });
}

function inflateWithin(data: Uint8Array): Uint8Array {
  if (budget.left <= 0) throw new UnreadableFileError("It unpacks to more than a document does.");
  try {
    // What is cut off gives what there is of it.
    const unpacked = inflateSync(data, { maxOutputLength: budget.left, finishFlush: constants.Z_SYNC_FLUSH });
    budget.addUnpacked(unpacked.length);
    return unpacked;
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    budget.addUnpacked(data.length);
    return new Uint8Array();
  }
}

/** False for rows of no bytes, which would never end. */
function isSane(params: PdfDict | undefined): boolean {
  const numbers = ["Columns", "Colors", "BitsPerComponent"].map((key) => params?.getNumber(key)?.value ?? 1);
  return numbers.every((number) => number >= 1 && number <= 100_000);
}

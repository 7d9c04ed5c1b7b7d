import { second } from "#shared/dates/durations.ts";
import { largestFile } from "#shared/media/media-library.ts";
import { InvalidInputError } from "../lib/errors.ts";
import { isWebAddress } from "#worker/lib/http/web-address.ts";
import { joinBytes } from "../media/formats/bytes.ts";
import { inspectFile } from "../media/formats/inspect-file.ts";

const patience = 15 * second;
const mostRedirects = 5;

/**
 * The picture at `address`, which a post of another site names, by its content and without what a camera adds. Only public
 * hosts are asked, at their usual ports, and each redirect is looked at like the address itself.
 * @throws {InvalidInputError} with words for who imports
 */
export async function fetchPicture(address: string): Promise<Uint8Array> {
  const bytes = await fetchBytes(address, AbortSignal.timeout(patience));
  return joinBytes(inspectFile(bytes).parts);
}

async function fetchBytes(address: string, signal: AbortSignal): Promise<Uint8Array> {
  let url = checkPublic(address);
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await fetch(url.href, { redirect: "manual", signal, headers: { Accept: "image/*" } }).catch(() => {
      throw refuse("The old site did not answer.");
    });
    const to = response.status >= 300 && response.status < 400 ? response.headers.get("Location") : null;
    if (to === null) {
      if (!response.ok) throw refuse(`The old site answered ${response.status}.`);
      return readLimited(response);
    }
    await response.body?.cancel();
    url = checkPublic(to, url);
  }
  throw refuse("The old site leads from one address to the next.");
}

/** Names that no public host has. */
const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa)\.?$/;

/**
 * An address that may be asked: a name in the public name space, on the usual port, without a password.
 * @throws {InvalidInputError} for any other
 */
function checkPublic(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw refuse("This is no address of a picture.");
  const url = new URL(address, base?.href);
  const { hostname, port, username, password } = url;
  if (!isWebAddress(url)) throw refuse("Only http and https addresses are asked.");
  // Numbers are none of a public site: the parser has written every spelling of an IPv4 address with dots by now.
  const isNumber = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  const isPublic = !isNumber && /[^.]\.[a-z0-9-]+\.?$/.test(hostname) && !privateNames.test(hostname);
  if (!isPublic || port !== "" || username !== "" || password !== "")
    throw refuse("Only addresses of public sites are asked.");
  return url;
}

/** The body, of at most as many bytes as the library takes. */
async function readLimited({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of body ?? []) {
      length += part.byteLength;
      if (length > largestFile) throw refuse("This picture has more than 25 MB.");
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof InvalidInputError ? error : refuse("The old site did not send the whole picture.");
  }
  return joinBytes(parts);
}

function refuse(words: string): InvalidInputError {
  return new InvalidInputError({ address: [words] }, words);
}

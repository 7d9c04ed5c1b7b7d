import { macText } from "../secrets.ts";
/**
 * What to count one client's requests under: the IPv4 address, or the /64 of an IPv6 address, since a
 * single subscriber holds a whole /64. Cloudflare sets CF-Connecting-IP; a client cannot.
 */
export function readClientKey(request: Request): string {
  const address = readAddress(request);
  if (!address.includes(":")) return address || "unknown";
  return `${expandIpv6(address).slice(0, 4).join(":")}::/64`;
}

/**
 * The network that a request comes from: the /24 of an IPv4 address, the /48 of an IPv6 address, which is the most that
 * one customer of a provider usually gets. For limits that a change of address should not get around.
 */
export function readNetwork(request: Request): string {
  const address = readAddress(request);
  if (address.includes(":")) return `${expandIpv6(address).slice(0, 3).join(":")}::/48`;
  return address ? `${address.split(".").slice(0, 3).join(".")}.0/24` : "unknown";
}

/** An IPv4 address that came as IPv6 is an IPv4 address. */
function readAddress(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP")?.trim().toLowerCase() ?? "";
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

function expandIpv6(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ""));
}

/** The network that a request comes from, as it is stored for a day: nobody without the secret can tell which it is. */
export async function hashNetwork(request: Request, secret: string): Promise<string> {
  return macText(secret, "contact network", readNetwork(request));
}

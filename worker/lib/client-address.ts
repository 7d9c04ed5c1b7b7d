/**
 * What to count one client's requests under: the IPv4 address, or the /64 of an IPv6 address, since a
 * single subscriber holds a whole /64. Cloudflare sets CF-Connecting-IP; a client cannot.
 */
export function readClientKey(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP")?.trim().toLowerCase() ?? "";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(":")) return address || "unknown";
  return `${expandIpv6(address).slice(0, 4).join(":")}::/64`;
}

function expandIpv6(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ""));
}

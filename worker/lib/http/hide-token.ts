/** The router and browsers decode an address once; a reader of logs may decode it again. */
const decodings = 4;

/** Where links with a token lead. The router takes an address in any case. */
const linkPath =
  /^[/\\]+((?:insights|careers)[/\\]+preview|careers[/\\]+application|auth[/\\]+(?:verify|reset|invite|email|report))[/\\]+[^/\\]/i;

/**
 * `pathname` without the token of a preview link, of a candidate's page or of a link that an account got by mail, in any
 * encoding, so that logs and visitor figures contain no valid link. Any other path is returned unchanged.
 */
export function hideToken(pathname: string): string {
  let plain = pathname;
  // Only ASCII characters matter here, so each byte is decoded by itself; none is invalid then.
  for (let pass = 0; pass < decodings; pass += 1) plain = plain.replace(/%(?:25)*([0-9a-f]{2})/gi, decodeByte);
  const [, place] = linkPath.exec(plain) ?? [];
  return place === undefined ? pathname : `/${place.toLowerCase().replaceAll(/[/\\]+/g, "/")}/-`;
}

function decodeByte(_escape: string, byte: string): string {
  return String.fromCharCode(Number.parseInt(byte, 16));
}

/** The errors for programs that change something without its present version (RFC 9110, If-Match). */

/** The request does not name the version that it changes. */
export class VersionMissingError extends Error {
  override name = "VersionMissingError";

  constructor() {
    super("Send the ETag of what you read as If-Match, so that nobody's work is overwritten.");
  }
}

/** What is to be changed has changed since it was read. */
export class StaleVersionError extends Error {
  override name = "StaleVersionError";

  constructor(cause?: unknown) {
    super("This has changed since you read it. Read it again and make your change to what is there now.", { cause });
  }
}

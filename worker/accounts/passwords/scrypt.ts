import nodeCrypto from "node:crypto";

/** Cost of one run: N = 2^ln, block size r. */
export interface ScryptCost {
  ln: number;
  r: number;
}

/** One scrypt run: 32 bytes. A lane of worker/accounts/passwords/passwords.ts takes about 30 ms of CPU and 16 MiB. */
export function runScrypt(
  password: Uint8Array,
  salt: Uint8Array,
  { ln, r }: ScryptCost,
): Promise<Uint8Array<ArrayBuffer>> {
  const options = { N: 2 ** ln, r, p: 1, maxmem: 256 * r * 2 ** ln };
  return new Promise((resolve, reject) => {
    nodeCrypto.scrypt(password, salt, 32, options, (error, key) =>
      error ? reject(error) : resolve(new Uint8Array(key)),
    );
  });
}

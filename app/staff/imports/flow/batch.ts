interface Limits {
  most: number;
  bytes: number;
}

/** Collects what is sent together, up to the limit of a request. */
export function createBatch<Each>({ most, bytes: mostBytes }: Limits, send: (batch: Each[]) => Promise<unknown>) {
  let waiting: Each[] = [];
  let bytes = 0;

  async function flush(): Promise<void> {
    const sent = waiting;
    [waiting, bytes] = [[], 0];
    if (sent.length > 0) await send(sent);
  }

  /** Sends what waits first, if this would be too much. */
  async function add(each: Each, size: number): Promise<void> {
    if (waiting.length >= most || bytes + size > mostBytes) await flush();
    waiting.push(each);
    bytes += size;
  }

  return { add, flush };
}

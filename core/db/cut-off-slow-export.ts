import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';

/** How long a reader may hold an export's connection, and how fast it must read. */
export interface ExportPace {
  /** The least that a reader must take in a minute. */
  readonly leastBytesPerMinute: number;
  /** From the start to the last byte, whatever the cause of the delay. */
  readonly deadlineMs: number;
}

/** Why an export was cut off. */
export class ExportTooSlow extends Error {
  override readonly name = 'ExportTooSlow';
}

const MINUTE_MS = 60_000;

/**
 * Passes the bytes on as long as they are read fast enough: a reader that takes a few now and then would hold the
 * connection forever. Time spent waiting for the database does not count against the reader; only the deadline limits
 * it.
 */
export function cutOffSlowReader(source: Readable, { leastBytesPerMinute, deadlineMs }: ExportPace): Readable {
  // Each layer up to the client watches the end of the stream: more than Node's default of ten.
  const meter = new Meter().setMaxListeners(20);
  const meterTimer = setInterval(() => {
    const taken = meter.takenSinceLast();
    if (meter.hasWaiting && taken < leastBytesPerMinute)
      meter.destroy(new ExportTooSlow(`an export was read too slowly: ${taken} bytes in a minute`));
  }, MINUTE_MS);
  const deadline = setTimeout(
    () => meter.destroy(new ExportTooSlow(`an export was not read within ${deadlineMs} ms`)),
    deadlineMs,
  );
  meterTimer.unref();
  deadline.unref();
  return pipeline(source, meter, () => {
    clearInterval(meterTimer);
    clearTimeout(deadline);
  });
}

/** Passes bytes on and counts them. */
class Meter extends Transform {
  #taken = 0;

  /** Whether bytes wait for the reader, rather than the reader for bytes. */
  get hasWaiting(): boolean {
    return this.readableLength > 0 || this.writableLength > 0;
  }

  takenSinceLast(): number {
    const taken = this.#taken;
    this.#taken = 0;
    return taken;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#taken += chunk.length;
    done(null, chunk);
  }
}

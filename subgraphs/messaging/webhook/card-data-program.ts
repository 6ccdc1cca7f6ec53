import { parentPort } from 'node:worker_threads';
import { withoutCardData } from '../../../core/http/card-data.js';

/** A body to look through. */
export interface LookedFor {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** What is to be kept of it; without bytes, it as it came. */
export interface Looked {
  readonly id: number;
  readonly bytes?: Uint8Array;
}

/* The program of `CardDataThread`. */
parentPort?.on('message', ({ id, bytes }: LookedFor) => {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = withoutCardData(body);
  const looked: Looked = kept === body ? { id } : { id, bytes: kept };
  parentPort?.postMessage(looked);
});

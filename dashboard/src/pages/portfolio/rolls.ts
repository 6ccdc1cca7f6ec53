import { BUCKETS, bucketName } from '../../format/buckets';

/** A move that a portfolio is judged by. */
export interface Roll {
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

/** Each bucket into the next one, and the oldest two into what is charged off. */
export const ROLLS: readonly Roll[] = [
  ...BUCKETS.slice(0, -1).map((from, at) => rollOf(from, BUCKETS[at + 1] ?? '')),
  ...BUCKETS.slice(-2).map((from) => rollOf(from, 'charged_off')),
];

export function rollOf(from: string, to: string): Roll {
  return { from, to, name: `${bucketName(from)} → ${to === 'charged_off' ? 'charged off' : bucketName(to)}` };
}

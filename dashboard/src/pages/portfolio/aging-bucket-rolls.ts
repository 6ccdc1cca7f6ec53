import { BUCKETS, bucketName } from '../../format/buckets';

/** A move between buckets that measures a portfolio. */
export interface Roll {
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

/** Each bucket to the next one, and the two oldest to charged off. */
export const ROLLS: readonly Roll[] = [
  ...BUCKETS.slice(0, -1).map((from, at) => rollOf(from, BUCKETS[at + 1] ?? '')),
  ...BUCKETS.slice(-2).map((from) => rollOf(from, 'charged_off')),
];

export function rollOf(from: string, to: string): Roll {
  return { from, to, name: `${bucketName(from)} → ${to === 'charged_off' ? 'charged off' : bucketName(to)}` };
}

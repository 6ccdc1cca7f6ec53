import { AGING_BUCKETS } from '../generated/contract-lists';

/** Aging buckets, by their GraphQL names, the oldest last. */
export const BUCKETS = ['current', ...AGING_BUCKETS] as const;
export type Bucket = (typeof BUCKETS)[number];

/** `30–59 days`, `Current`. */
export function bucketName(bucket: string): string {
  return bucket === 'current' ? 'Current' : `${bucket.replace('-', '–')} days`;
}

/** Aging buckets, by their GraphQL names, the oldest last. */
export const BUCKETS = ['current', '1-29', '30-59', '60-89', '90-119', '120+'] as const;

/** `30–59 days`, `Current`. */
export function bucketName(bucket: string): string {
  return bucket === 'current' ? 'Current' : `${bucket.replace('-', '–')} days`;
}

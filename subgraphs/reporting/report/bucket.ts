import { AGING_BUCKETS } from '../../../core/contract/report.js';
import { invalid } from '../../../core/errors/problem.js';
import { wrongValue } from '../../../core/errors/validation.js';

/** The buckets of open accounts, what is not past due first. */
export const BUCKETS = ['current', ...AGING_BUCKETS] as const;

export const ABOUT_BUCKET =
  'Only accounts whose oldest unpaid installment is so many days old: current, 1-29, 30-59, 60-89, 90-119 or 120+.';

/** @throws {Problem} `validation_failed` for what is none. */
export function checkedBucket(bucket: string | null | undefined): string {
  if (bucket === undefined || bucket === null) return '';
  if (!BUCKETS.some((each) => each === bucket))
    throw invalid([wrongValue('bucket', `a bucket is one of ${BUCKETS.join(', ')}`, bucket)]);
  return bucket;
}

import { AGING_BUCKETS } from '../../../core/contract/aging-buckets-and-adjusted-components.js';
import { invalid } from '../../../core/errors/problem.js';
import { wrongValue } from '../../../core/errors/validation.js';

/** The buckets of open accounts, starting with those not past due. */
export const BUCKETS = ['current', ...AGING_BUCKETS] as const;

export const ABOUT_BUCKET =
  'Only accounts in this aging bucket, by days past due of the oldest unpaid installment: current, 1-29, 30-59, 60-89, 90-119 or 120+.';

/** @throws {Problem} `validation_failed` for an unknown bucket. */
export function checkedBucket(bucket: string | null | undefined): string {
  if (bucket === undefined || bucket === null) return '';
  if (!BUCKETS.some((each) => each === bucket))
    throw invalid([wrongValue('bucket', `a bucket is one of ${BUCKETS.join(', ')}`, bucket)]);
  return bucket;
}

import { bucketName } from '../../format/buckets';
import { AGING_BUCKETS } from '../../generated/contract-lists';

export const DAYS_PAST_DUE = AGING_BUCKETS.map((id) => ({ id, text: bucketName(id) }));

/** A range in the address: `30-59`, or `120+`; any other range may be typed there. */
export function daysPastDueOf(days: string | undefined) {
  const [, least, most] = /^(\d{1,5})(?:-(\d{1,5})|\+)$/.exec(days ?? '') ?? [];
  return {
    minDaysPastDue: least === undefined ? null : Number(least),
    maxDaysPastDue: most === undefined ? null : Number(most),
  };
}

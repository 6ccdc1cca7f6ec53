import { z } from 'zod';
import { AUTOPAY_STATUSES, FREQUENCY_UNITS } from '../../../../core/contract/autopay.js';
import { isoDateText } from '../../../../core/contract/date-range.js';
import { cents } from '../../../../core/money.js';
import type { AutopayScheduleRow } from './autopay-schedule.store.js';

/**
 * Schedules in stored answers of idempotency keys, from any version: a nullable field may be younger than the
 * answer.
 */
const keptSchedule: z.ZodType<AutopayScheduleRow> = z.object({
  id: z.string(),
  organizationId: z.string(),
  accountId: z.string(),
  paymentMethodId: z.string(),
  amountCents: z.number().transform(cents),
  frequencyUnit: z.enum(FREQUENCY_UNITS),
  frequencyInterval: z.number(),
  startDate: isoDateText,
  anchorDay: z.number().nullable().catch(null),
  endDate: isoDateText.nullable().catch(null),
  nextRunDate: isoDateText,
  status: z.enum(AUTOPAY_STATUSES),
  possibleDuplicateOf: z.string().nullable().catch(null),
  /** The answer of a creation: a new schedule has no run. */
  lastRun: z.null().default(null),
});

export function storedScheduleOf(resource: unknown): AutopayScheduleRow {
  return keptSchedule.parse(resource);
}

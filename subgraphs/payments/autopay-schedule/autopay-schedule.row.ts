import { z } from 'zod';
import { AUTOPAY_STATUSES, FREQUENCY_UNITS } from '../../../core/contract/autopay.js';
import { isoDateText } from '../../../core/contract/date-range.js';
import type { AutopayScheduleRow } from './autopay-schedule.store.js';

/** A schedule as an idempotency key keeps it: stored as JSON, and still a schedule when it is read back. */
export const storedSchedule: z.ZodType<AutopayScheduleRow> = z.object({
  id: z.string(),
  organizationId: z.string(),
  accountId: z.string(),
  paymentMethodId: z.string(),
  amountCents: z.number(),
  frequencyUnit: z.enum(FREQUENCY_UNITS),
  frequencyInterval: z.number(),
  startDate: isoDateText,
  anchorDay: z.number().nullable(),
  endDate: isoDateText.nullable(),
  nextRunDate: isoDateText,
  status: z.enum(AUTOPAY_STATUSES),
  /** What was answered was new. */
  lastRun: z.null().default(null),
});

import { z } from 'zod';
import { isoDateText } from './date-range.js';

export const FREQUENCY_UNITS = ['day', 'week', 'month', 'year'] as const;
export type FrequencyUnit = (typeof FREQUENCY_UNITS)[number];

export const AUTOPAY_STATUSES = ['active', 'paused', 'cancelled', 'expired'] as const;
export type AutopayStatus = (typeof AUTOPAY_STATUSES)[number];

/** Far beyond any cadence that is agreed with a borrower, and such that no date of a schedule leaves the calendar. */
const MOST_UNITS = 365;

/** What a schedule is, besides how it is paid for. Cadence and start date never change (spec 2.9). */
const plan = {
  account_id: z.string(),
  amount_cents: z.int().positive(),
  frequency_unit: z.enum(FREQUENCY_UNITS),
  frequency_interval: z.int().min(1).max(MOST_UNITS),
  start_date: isoDateText,
  anchor_day: z.int().min(1).max(31).nullish(),
  end_date: isoDateText.nullish(),
};

/** Body of create-schedule (spec 4.4; `end_date`: DESIGN 7). Whether the dates lie ahead is for the service to say. */
export const createScheduleBody = z
  .strictObject({ ...plan, payment_method_id: z.string() })
  .superRefine(anchorFitsTheUnit, { when: () => true });

/** What a schedule would do, before there is one. */
export const previewBody = z.strictObject(plan).superRefine(anchorFitsTheUnit, { when: () => true });

/** Body of update-schedule: cadence and start date are immutable (spec 2.9). */
export const updateScheduleBody = z.strictObject({
  payment_method_id: z.string().optional(),
  amount_cents: z.int().positive().optional(),
  /** Null: without an end. */
  end_date: isoDateText.nullable().optional(),
  status: z.enum(['active', 'paused']).optional(),
});

export type CreateScheduleBody = z.output<typeof createScheduleBody>;
export type PreviewBody = z.output<typeof previewBody>;
export type UpdateScheduleBody = z.output<typeof updateScheduleBody>;

/** Looked at even when other fields are wrong, so that every problem is answered at once. */
function anchorFitsTheUnit(value: unknown, context: z.core.$RefinementCtx): void {
  if (typeof value !== 'object' || value === null) return;
  const body = new Map<string, unknown>(Object.entries(value));
  const unit = body.get('frequency_unit');
  const anchor = body.get('anchor_day');
  if (anchor === undefined || anchor === null || (unit !== 'day' && unit !== 'week')) return;
  context.addIssue({
    code: 'custom',
    path: ['anchor_day'],
    message: `anchor_day is not allowed when frequency_unit is ${unit}`,
  });
}

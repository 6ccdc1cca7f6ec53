import { z } from 'zod';
import { isoDateText } from './date-range.js';
import { toldRule } from './told-rule.js';

export const FREQUENCY_UNITS = ['day', 'week', 'month', 'year'] as const;
export type FrequencyUnit = (typeof FREQUENCY_UNITS)[number];

export const AUTOPAY_STATUSES = ['active', 'paused', 'cancelled', 'expired'] as const;
export type AutopayStatus = (typeof AUTOPAY_STATUSES)[number];

export const AUTOPAY_RUN_STATUSES = [
  'charging',
  'retrying',
  'charged',
  'posting',
  'posted',
  'reversed',
  'refunding',
  'refunded',
  'failed',
  'missed',
  'held',
] as const;
export type AutopayRunStatus = (typeof AUTOPAY_RUN_STATUSES)[number];

/** Far beyond any cadence that is agreed with a borrower, and such that no date of a schedule leaves the calendar. */
const MOST_UNITS = 365;

/** A run of days or weeks has no day of the month. */
const UNANCHORED_UNITS = ['day', 'week'] as const satisfies readonly FrequencyUnit[];

function isOfUnits(units: readonly FrequencyUnit[]) {
  return { properties: { frequency_unit: { enum: units } }, required: ['frequency_unit'] };
}

/** What a schedule is, besides how it is paid for. Cadence and start date never change. */
const plan = {
  account_id: z.string().describe('One that takes payments.'),
  amount_cents: z.int().positive().describe('Cents of US dollars; what is charged is cut to the payoff.'),
  frequency_unit: z.enum(FREQUENCY_UNITS).describe('The unit of the interval.'),
  frequency_interval: z.int().min(1).max(MOST_UNITS).describe('Every how many units.'),
  start_date: isoDateText.describe('The first date that may be charged: today or later.'),
  anchor_day: z
    .int()
    .min(1)
    .max(31)
    .nullish()
    .describe(
      'Only of months and years: the day of the month that runs are pinned to; the last day where a month is shorter. The day of `start_date` when it is left out.',
    ),
  end_date: isoDateText.nullish().describe('No run comes after it; not before the first run. Null: without an end.'),
};

const METHOD = 'An active one of a borrower on the account.';

/** Body of create-schedule. Whether the dates lie ahead is for the service to say. */
export const createScheduleBody = z
  .strictObject({ ...plan, payment_method_id: z.string().describe(METHOD) })
  .superRefine(anchorFitsTheUnit, { when: () => true })
  .meta(toldRule(isOfUnits(UNANCHORED_UNITS), { properties: { anchor_day: { type: 'null' } } }));

/** What a schedule would do, before there is one. */
export const previewBody = z.strictObject(plan).superRefine(anchorFitsTheUnit, { when: () => true });

/** Body of update-schedule: cadence and start date are immutable. */
export const updateScheduleBody = z.strictObject({
  payment_method_id: z.string().optional().describe(METHOD),
  amount_cents: z.int().positive().optional().describe('Cents of US dollars, of every charge from now on.'),
  end_date: isoDateText
    .nullable()
    .optional()
    .describe('No run comes after it; not before the start. Null: without an end.'),
  status: z.enum(['active', 'paused']).optional().describe('`paused` skips charges until it is `active` again.'),
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
  if (anchor === undefined || anchor === null || !UNANCHORED_UNITS.some((known) => known === unit)) return;
  context.addIssue({
    code: 'custom',
    path: ['anchor_day'],
    message: `anchor_day is not allowed when frequency_unit is ${unit}`,
  });
}

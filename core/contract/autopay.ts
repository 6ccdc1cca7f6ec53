import { z } from 'zod';
import { conditionalSchema } from './conditional-schema.js';
import { isoDateText } from './date-range.js';

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

/** How a borrower may authorize a one-time charge. */
export const CHARGE_AUTHORIZATION_METHODS = ['phone', 'writing', 'in_person', 'portal'] as const;
export type ChargeAuthorizationMethod = (typeof CHARGE_AUTHORIZATION_METHODS)[number];

/** Far beyond any cadence in a loan agreement, and low enough to keep every date of a schedule within the calendar. */
const MOST_UNITS = 365;

/** Intervals of days or weeks have no day of the month. */
const UNANCHORED_UNITS = ['day', 'week'] as const satisfies readonly FrequencyUnit[];

function isOfUnits(units: readonly FrequencyUnit[]) {
  return { properties: { frequency_unit: { enum: units } }, required: ['frequency_unit'] };
}

/** The fields of a schedule except its funding. Cadence and start date never change. */
const plan = {
  account_id: z.string().describe('An account that takes payments.'),
  amount_cents: z.int().positive().describe('Cents of US dollars; a charge never exceeds the payoff.'),
  frequency_unit: z.enum(FREQUENCY_UNITS).describe('The unit of the interval.'),
  frequency_interval: z.int().min(1).max(MOST_UNITS).describe('The number of units between two charges.'),
  start_date: isoDateText.describe('The first date that may be charged: today or later.'),
  anchor_day: z
    .int()
    .min(1)
    .max(31)
    .nullish()
    .describe(
      'Only for months and years: the day of the month on which charges run; the last day in a shorter month. Default: the day of `start_date`.',
    ),
  end_date: isoDateText
    .nullish()
    .describe('The last date on which a charge may run; not before the first run. Null: no end.'),
};

const METHOD = 'An active payment method of a borrower on the account.';

/** Body of create-schedule. The service checks whether the dates are in the future. */
export const createScheduleBody = z
  .strictObject({ ...plan, payment_method_id: z.string().describe(METHOD) })
  .superRefine(anchorFitsTheUnit, { when: () => true })
  .meta(conditionalSchema(isOfUnits(UNANCHORED_UNITS), { properties: { anchor_day: { type: 'null' } } }));

/** The body of a preview: a schedule that is not stored. */
export const previewBody = z.strictObject(plan).superRefine(anchorFitsTheUnit, { when: () => true });

/** Body of update-schedule: cadence and start date are immutable. */
export const updateScheduleBody = z.strictObject({
  payment_method_id: z.string().optional().describe(METHOD),
  amount_cents: z.int().positive().optional().describe('Cents of US dollars, for every later charge.'),
  end_date: isoDateText
    .nullable()
    .optional()
    .describe('The last date on which a charge may run; not before the start. Null: no end.'),
  status: z.enum(['active', 'paused']).optional().describe('`paused` skips charges until it is `active` again.'),
});

/** A charge of a stored payment method that a borrower has authorized for today. */
export const oneTimeChargeBody = z.strictObject({
  payment_method_id: z.string().describe(METHOD),
  amount_cents: z.int().positive().describe('Cents of US dollars; the charge never exceeds the payoff.'),
  authorizer_id: z.string().describe('The id of the borrower who authorized it.'),
  authorized_on: isoDateText.describe('The day on which it was authorized: today or earlier.'),
  authorization_method: z.enum(CHARGE_AUTHORIZATION_METHODS).describe('How.'),
  allows_equal: z
    .boolean()
    .optional()
    .describe('Whether it is made although the same amount was charged to the method today.'),
});
export type OneTimeChargeBody = z.output<typeof oneTimeChargeBody>;

export type CreateScheduleBody = z.output<typeof createScheduleBody>;
export type PreviewBody = z.output<typeof previewBody>;
export type UpdateScheduleBody = z.output<typeof updateScheduleBody>;

/** Runs even when other fields are wrong, so that every problem is reported at once. */
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

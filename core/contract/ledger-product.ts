import { z } from 'zod';
import { plainName } from './stored-text.js';

export const DAY_COUNTS = ['actual_365', 'actual_360', 'actual_actual', 'thirty_360'] as const;
export const APPLICATION_ORDERS = [
  'fees_interest_principal',
  'interest_fees_principal',
  'interest_principal_fees',
] as const;
export const PAYOFF_RULES = ['to_payoff_day', 'through_payoff_day'] as const;
export const ACCRUE_TO = ['business_day', 'day_of_receipt'] as const;

export type DayCount = (typeof DAY_COUNTS)[number];
export type ApplicationOrder = (typeof APPLICATION_ORDERS)[number];
export type PayoffRule = (typeof PAYOFF_RULES)[number];
export type AccrueTo = (typeof ACCRUE_TO)[number];

/** A thousand dollars: more is a mistake of somebody who wrote dollars for cents. */
const MOST_CENTS = 100_000;
const MOST_GRACE_DAYS = 90;
const MOST_CHARGE_OFF_DAYS = 3_650;

const fee = z.int().min(0).max(MOST_CENTS);

const terms = {
  day_count: z.enum(DAY_COUNTS).optional().describe('How interest counts days; `actual_365` at first.'),
  application_order: z
    .enum(APPLICATION_ORDERS)
    .optional()
    .describe('What a payment goes to, one after the other; `fees_interest_principal` at first.'),
  nsf_fee_cents: fee
    .optional()
    .describe('Cents, for a returned payment, of loans that are booked without their own; 0 at first.'),
  late_fee_cents: fee
    .optional()
    .describe('Cents, once for each installment that is unpaid when its grace days are over; 0 at first: none.'),
  late_fee_grace_days: z
    .int()
    .min(0)
    .max(MOST_GRACE_DAYS)
    .optional()
    .describe('Calendar days after the due date; 0 at first.'),
  charge_off_at_days: z
    .int()
    .min(1)
    .max(MOST_CHARGE_OFF_DAYS)
    .nullable()
    .optional()
    .describe('Days past due at which the close of the day charges off; null: never by itself; 120 at first.'),
  tolerance_cents: fee
    .optional()
    .describe('Cents; installments that are short by no more than that, together, are not late; 0 at first.'),
  payoff_rule: z
    .enum(PAYOFF_RULES)
    .optional()
    .describe('Whether a payoff owes the interest of its own day; `to_payoff_day` at first.'),
  accrue_to: z
    .enum(ACCRUE_TO)
    .optional()
    .describe('The day to which a payment accrues interest; `business_day` at first.'),
};

const name = plainName({ minimum: 1, maximum: 200 })
  .refine((given) => given.trim() !== '', 'the name is blank')
  .describe('What people call it.');

/** Body of create-product. */
export const createProductBody = z.strictObject({
  organization_id: z
    .string()
    .nullish()
    .describe('Whose product it is; needed of a caller who reaches several organizations.'),
  code: plainName({ minimum: 1, maximum: 64 })
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'letters, digits, dots, hyphens and underscores, not first a sign')
    .describe('By which loans and files name it; unique in the organization, and for ever.'),
  name,
  ...terms,
});

/** Body of revise-product: what is left out stays as it is in the current version. */
export const reviseProductBody = z
  .strictObject(terms)
  .refine((given) => Object.values(given).some((value) => value !== undefined), 'nothing is revised')
  .meta({ minProperties: 1 });

/** Body of update-product; terms are revised. */
export const updateProductBody = z.strictObject({
  name: name.optional(),
  is_active: z.boolean().optional().describe('Whether loans may be booked under it; those that were go on.'),
});

export type CreateProductBody = z.output<typeof createProductBody>;
export type ReviseProductBody = z.output<typeof reviseProductBody>;
export type UpdateProductBody = z.output<typeof updateProductBody>;

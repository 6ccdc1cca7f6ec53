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

/** A thousand dollars: a higher amount is dollars mistaken for cents. */
const MOST_CENTS = 100_000;
const MOST_GRACE_DAYS = 90;
const MOST_CHARGE_OFF_DAYS = 3_650;

const fee = z.int().min(0).max(MOST_CENTS);

const terms = {
  day_count: z.enum(DAY_COUNTS).optional().describe('How interest counts days; default `actual_365`.'),
  application_order: z
    .enum(APPLICATION_ORDERS)
    .optional()
    .describe('The order in which a payment is allocated; default `fees_interest_principal`.'),
  nsf_fee_cents: fee
    .optional()
    .describe('Cents charged for a returned payment, for loans booked without their own fee; default 0.'),
  late_fee_cents: fee
    .optional()
    .describe('Cents charged once for each installment that is unpaid after its grace days; default 0: no fee.'),
  late_fee_grace_days: z
    .int()
    .min(0)
    .max(MOST_GRACE_DAYS)
    .optional()
    .describe('Calendar days after the due date; default 0.'),
  charge_off_at_days: z
    .int()
    .min(1)
    .max(MOST_CHARGE_OFF_DAYS)
    .nullable()
    .optional()
    .describe(
      'Days past due at which the close of the day charges a loan off; null: never automatically; default 120.',
    ),
  tolerance_cents: fee
    .optional()
    .describe('Cents; installments that are short by no more than this in total are not late; default 0.'),
  payoff_rule: z
    .enum(PAYOFF_RULES)
    .optional()
    .describe('Whether a payoff includes the interest of its own day; default `to_payoff_day`.'),
  accrue_to: z
    .enum(ACCRUE_TO)
    .optional()
    .describe('The day up to which a payment accrues interest; default `business_day`.'),
};

const name = plainName({ minimum: 1, maximum: 200 })
  .refine((given) => given.trim() !== '', 'the name is blank')
  .describe('The product’s display name.');

/** Body of create-product. */
export const createProductBody = z.strictObject({
  organization_id: z
    .string()
    .nullish()
    .describe('The organization of the product; required for a caller who reaches several organizations.'),
  code: plainName({ minimum: 1, maximum: 64 })
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
      'letters, digits, dots, hyphens and underscores, beginning with a letter or a digit',
    )
    .describe('The code by which loans and files refer to it; unique in the organization, and never changed.'),
  name,
  ...terms,
});

/** Body of revise-product: fields that are left out stay as in the current version. */
export const reviseProductBody = z
  .strictObject(terms)
  .refine((given) => Object.values(given).some((value) => value !== undefined), 'no field to revise')
  .meta({ minProperties: 1 });

/** Body of update-product; terms change by revision. */
export const updateProductBody = z.strictObject({
  name: name.optional(),
  is_active: z.boolean().optional().describe('Whether loans may be booked under it; existing loans are not affected.'),
});

export type CreateProductBody = z.output<typeof createProductBody>;
export type ReviseProductBody = z.output<typeof reviseProductBody>;
export type UpdateProductBody = z.output<typeof updateProductBody>;

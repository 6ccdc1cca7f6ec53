import { LosslessNumber } from 'lossless-json';
import { z } from 'zod';
import type { Cents } from '../../../core/money.js';
import { type IsoDate, type IsoInstant, isIsoDate, isoInstantOf } from '../../../core/time/dates.js';
import { centsOf } from '../http/amounts.js';
import { pathOf } from '../http/http-client.js';

/*
 * The fields that we read of Mambu's answers, and no others: added fields do not matter, and an unknown value is an
 * ordinary text until one of our tables maps it.
 */

/** A JSON number, by its digits. */
const numeral = z.instanceof(LosslessNumber).transform(({ value }) => value);

const count = numeral.transform(Number).pipe(z.int());

/** Cents, or `inexact` for an amount with a fraction of a cent: the reader decides what that means. */
export type Amount = Cents | 'inexact';

/** In one step, because a page of loans has tens of thousands of amounts. */
const amount = z.transform((value, context): Amount => {
  if (value instanceof LosslessNumber) return centsOf(value.value) ?? 'inexact';
  context.addIssue('not a number');
  return z.NEVER;
});

/**
 * Mambu writes every moment in the organization's time zone, so its first ten characters are the organization's date.
 * Where only the date is needed, the instant is not parsed: a schedule and its transactions contain many of them.
 */
const date = z.string().transform((text, context): IsoDate => {
  const on = text.slice(0, 10);
  if (isIsoDate(on)) return on;
  context.addIssue('not a date');
  return z.NEVER;
});

const moment = z.string().transform((text, context): Moment => {
  const on = text.slice(0, 10);
  const at = instantOf(text);
  if (isIsoDate(on) && at !== undefined) return { on, at };
  context.addIssue('not a date and time with an offset');
  return z.NEVER;
});

/** Parses Mambu's text, whose offset may have no colon. */
export function instantOf(text: string): IsoInstant | undefined {
  return isoInstantOf(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
}

export interface Moment {
  /** The organization's date. */
  readonly on: IsoDate;
  readonly at: IsoInstant;
}

/** The minimum that a list must contain of a loan, whatever else is invalid: one odd loan must not hide the others. */
export const headShape = z.looseObject({ encodedKey: z.string(), lastModifiedDate: z.string() });

export type MambuHead = z.output<typeof headShape>;

export const loanShape = z.object({
  encodedKey: z.string(),
  id: z.string(),
  accountHolderKey: z.string(),
  accountHolderType: z.string(),
  accountState: z.string(),
  accountSubState: z.string().optional(),
  loanAmount: amount,
  currency: z.object({ code: z.string() }).optional(),
  balances: z.object({
    principalBalance: amount,
    principalDue: amount.optional(),
    interestBalance: amount.optional(),
    interestDue: amount.optional(),
    feesBalance: amount.optional(),
    feesDue: amount.optional(),
    penaltyBalance: amount.optional(),
    penaltyDue: amount.optional(),
  }),
  daysInArrears: count.optional(),
  daysLate: count.optional(),
  interestSettings: z
    .object({ interestRate: numeral.optional(), interestChargeFrequency: z.string().optional() })
    .optional(),
  scheduleSettings: z
    .object({
      periodicPayment: amount.optional(),
      repaymentInstallments: count.optional(),
      repaymentPeriodCount: count.optional(),
      repaymentPeriodUnit: z.string().optional(),
    })
    .optional(),
  disbursementDetails: z
    .object({ disbursementDate: moment.optional(), firstRepaymentDate: moment.optional() })
    .optional(),
  lastSetToArrearsDate: moment.optional(),
  closedDate: moment.optional(),
  lastModifiedDate: moment,
});

export type MambuLoan = z.output<typeof loanShape>;

/** The parsed loan, with the fields that its revision is made of. */
export const loanWithHeadShape = headShape.transform((head, context) => {
  const read = loanShape.safeParse(head);
  if (read.success) return { head, loan: read.data };
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
});

export type LoanWithHead = z.output<typeof loanWithHeadShape>;

const portions = z.object({
  principalAmount: amount.optional(),
  interestAmount: amount.optional(),
  feesAmount: amount.optional(),
  penaltyAmount: amount.optional(),
});

export const transactionShape = z.object({
  encodedKey: z.string(),
  id: z.string(),
  externalId: z.string().optional(),
  parentAccountKey: z.string(),
  type: z.string(),
  amount: amount.optional(),
  valueDate: date,
  creationDate: z.string(),
  notes: z.string().optional(),
  affectedAmounts: portions.optional(),
  accountBalances: z.object({ principalBalance: amount.optional() }).optional(),
  adjustmentTransactionKey: z.string().optional(),
  originalTransactionKey: z.string().optional(),
});

export type MambuTransaction = z.output<typeof transactionShape>;

const due = z.object({ amount: z.object({ due: amount.optional(), expected: amount.optional() }).optional() });

export const scheduleShape = z.object({
  installments: z
    .array(
      z.object({
        dueDate: date,
        state: z.string(),
        principal: due.optional(),
        interest: due.optional(),
        fee: due.optional(),
        penalty: due.optional(),
      }),
    )
    .default([]),
});

export type MambuInstallment = z.output<typeof scheduleShape>['installments'][number];

export const payoffShape = z.object({
  totalBalance: amount,
  principalBalance: amount.optional(),
  carriedForwardPrincipalInArrears: amount.optional(),
  feeBalance: amount.optional(),
  interestBearingFeeBalance: amount.optional(),
  penaltyBalance: amount.optional(),
  earlyRepaymentCharge: amount.optional(),
});

export type MambuPayoff = z.output<typeof payoffShape>;

const address = z.object({
  line1: z.string().optional(),
  line2: z.string().optional(),
  city: z.string().optional(),
  region: z.string().optional(),
  postcode: z.string().optional(),
  country: z.string().optional(),
});

const contact = {
  encodedKey: z.string(),
  emailAddress: z.string().optional(),
  mobilePhone: z.string().optional(),
  homePhone: z.string().optional(),
  addresses: z.array(address).default([]),
};

export const clientShape = z.object({
  ...contact,
  firstName: z.string(),
  middleName: z.string().optional(),
  lastName: z.string(),
});

export type MambuClient = z.output<typeof clientShape>;

const role = z.object({ roleName: z.string().optional(), roleNameId: z.string().optional() });

export const groupShape = z.object({
  ...contact,
  groupName: z.string(),
  groupMembers: z.array(z.object({ clientKey: z.string(), roles: z.array(role).default([]) })).default([]),
});

export type MambuGroup = z.output<typeof groupShape>;

export const organizationShape = z.object({ timeZoneID: z.string() });

export const errorShape = z.object({
  errors: z
    .array(z.object({ errorCode: count, errorReason: z.string().optional(), errorSource: z.string().optional() }))
    .min(1),
});

/** By encoded key or id. */
export function loanPath(key: string): string {
  return pathOf('loans', key);
}

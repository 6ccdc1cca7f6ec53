import { z } from 'zod';
import { BORROWER_ROLES } from './account-enumerations.js';
import { REASON_LENGTH } from './collected-payment.js';
import { isoDateText } from './date-range.js';
import {
  ADDRESS_MEMBERS,
  checksRegion,
  REGION_RULE,
  type Region,
  type RegionProblem,
  regionProblems,
  UNFILLED_ADDRESS_MEMBERS,
} from './postal-address.js';
import { isRoundedNumber, ROUNDED_NUMBER } from './spreadsheet-rounded-number.js';
import { accountIdentifier, plainLine, plainName, plainProse } from './stored-text.js';

/** Limits of one loan: a hundred million dollars, forty years, a hundred percent a year. */
const MOST_CENTS = 10_000_000_000;
const MOST_MONTHS = 480;
const MOST_FEE_CENTS = 100_000;
const MOST_BORROWERS = 10;

/** Percent per year from 0 to 100, with up to six decimals. */
const RATE = /^(?:100(?:\.0{1,6})?|\d{1,2}(?:\.\d{1,6})?)$/;

const reason = plainProse({ minimum: 1, maximum: REASON_LENGTH })
  .refine((given) => given.trim() !== '', 'the reason is blank')
  .describe('The reason, shown in the account’s history.');

/** Rules that earlier versions did not have. */
interface BookingRules {
  readonly addressMembers: typeof ADDRESS_MEMBERS;
  readonly problemsOf: (region: Region) => readonly RegionProblem[];
  readonly isRefusedNumber: (loanNumber: string) => boolean;
}

function address({ addressMembers, problemsOf }: BookingRules) {
  return z
    .strictObject(addressMembers)
    .superRefine(checksRegion(problemsOf, { namesRule: true }), { when: () => true })
    .meta(REGION_RULE);
}

const NEW_PERSON = ['display_name', 'email', 'phone', 'address'] as const;

/** A known person, or a new one. */
const borrower = (rules: BookingRules) =>
  z
    .strictObject({
      role: z.enum(BORROWER_ROLES).describe('The role of the borrower; exactly one is `primary`.'),
      party_id: z.string().nullish().describe('A person of the organization; the other details must then be left out.'),
      display_name: plainName({ minimum: 1, maximum: 200 }).nullish().describe('For a new person: the display name.'),
      email: plainLine({ minimum: 3, maximum: 254 })
        .refine((given) => /^[^\s@]+@[^\s@]+$/.test(given), 'not an email address')
        .nullish()
        .describe('For a new person: the email address.'),
      phone: plainLine({ minimum: 3, maximum: 40 }).nullish().describe('For a new person: the telephone number.'),
      address: address(rules).nullish().describe('For a new person: the billing address.'),
    })
    .superRefine(isKnownOrNew, { when: () => true });

/** Body of book-loan. The service checks whether dates are near today and whether referenced objects exist. */
export const bookLoanBody = bookLoan({
  addressMembers: ADDRESS_MEMBERS,
  problemsOf: regionProblems,
  isRefusedNumber: isRoundedNumber,
});

/**
 * The schema of earlier versions. It only recognizes a booking that was already made under its key; a new one must
 * pass `bookLoanBody`.
 */
export const earlierBookLoanBody = bookLoan({
  addressMembers: UNFILLED_ADDRESS_MEMBERS,
  problemsOf: () => [],
  isRefusedNumber: () => false,
});

function bookLoan(rules: BookingRules) {
  return z
    .strictObject({
      organization_id: z
        .string()
        .nullish()
        .describe('The organization of the loan; required for a caller who reaches several organizations.'),
      loan_number: accountIdentifier({ minimum: 1, maximum: 64 })
        .refine((given) => given.trim() === given && given !== '', 'a loan number must not begin or end with a blank')
        .refine((given) => !rules.isRefusedNumber(given), ROUNDED_NUMBER)
        .describe(
          'The lender’s own number, unique in the organization; it becomes the account’s `external_contract_number` and `external_account_number`.',
        ),
      product_id: z.string().nullish().describe('The product under which the loan is booked, in its current version.'),
      product_code: z.string().nullish().describe('The same by its code; without either, the built-in terms apply.'),
      borrowers: z.array(borrower(rules)).min(1).max(MOST_BORROWERS).describe('Who owes.'),
      originated_on: isoDateText.describe(
        'The day on which the loan was made: within a year of today. Once the loan is paid out, the account shows the day of the payout.',
      ),
      first_due_on: isoDateText.describe(
        'The due date of the first installment: after `originated_on`, within a year of it, and not in the past.',
      ),
      original_principal_cents: z.int().positive().max(MOST_CENTS).describe('The amount lent, in cents of US dollars.'),
      annual_rate: z
        .string()
        .regex(RATE)
        .describe('Percent per year, as text: `18.25`, `6.875`; at most 100, with up to six decimals.'),
      term_months: z.int().min(1).max(MOST_MONTHS).describe('The number of monthly installments.'),
      scheduled_payment_cents: z
        .int()
        .positive()
        .max(MOST_CENTS)
        .nullish()
        .describe(
          'The amount of one installment in cents. Default: the level payment that repays the loan over its term.',
        ),
      nsf_fee_cents: z
        .int()
        .min(0)
        .max(MOST_FEE_CENTS)
        .nullish()
        .describe('The fee for a returned payment in cents. Default: the product’s; without a product, none.'),
    })
    .superRefine(fitsTogether, { when: () => true });
}

/** For operations without fields. */
export const emptyBody = z.strictObject({});

export const WAIVED_COMPONENTS = ['interest', 'fees'] as const;

export const waiverBody = z.strictObject({
  component: z.enum(WAIVED_COMPONENTS).describe('The component to forgive; principal is charged off, never waived.'),
  amount_cents: z
    .int()
    .positive()
    .max(MOST_CENTS)
    .describe('The amount in cents; at most what is owed of the component.'),
  reason,
});

const delta = (of: string) =>
  z.int().min(-MOST_CENTS).max(MOST_CENTS).nullish().describe(`${of}, cents: a positive value increases what is owed.`);

export const adjustmentBody = z
  .strictObject({
    principal_cents: delta('Principal'),
    interest_cents: delta('Interest'),
    fees_cents: delta('Fees'),
    reason,
  })
  .superRefine(({ principal_cents, interest_cents, fees_cents }, { addIssue }) => {
    if (principal_cents || interest_cents || fees_cents) return;
    addIssue({ code: 'custom', path: ['principal_cents'], message: 'an adjustment changes at least one component' });
  });

export const chargeOffBody = z.strictObject({ reason });

export type BookLoanBody = z.output<typeof bookLoanBody>;
export type BorrowerBody = BookLoanBody['borrowers'][number];
export type WaiverBody = z.output<typeof waiverBody>;
export type AdjustmentBody = z.output<typeof adjustmentBody>;

/** These checks also run on fields that failed their own rules, so that every problem is reported at once. */
function isKnownOrNew(value: unknown, context: z.core.$RefinementCtx): void {
  const given = membersOf(value);
  if (given === undefined) return;
  const isKnown = isThere(given.get('party_id'));
  for (const field of NEW_PERSON) {
    if (isKnown && isThere(given.get(field))) {
      context.addIssue({ code: 'custom', path: [field], message: `${field} is not allowed together with party_id` });
    }
  }
  if (isKnown || isThere(given.get('display_name'))) return;
  const message = 'a borrower needs a party_id or a display_name';
  context.addIssue({ code: 'custom', path: ['display_name'], message });
}

function fitsTogether(value: unknown, context: z.core.$RefinementCtx): void {
  const given = membersOf(value);
  if (given === undefined) return;
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  const [originated, firstDue] = [given.get('originated_on'), given.get('first_due_on')];
  if (typeof originated === 'string' && typeof firstDue === 'string' && firstDue <= originated) {
    refuse('first_due_on', 'first_due_on must be after originated_on');
  }
  if (isThere(given.get('product_id')) && isThere(given.get('product_code'))) {
    refuse('product_code', 'name the product either by its id or by its code');
  }
  const borrowers = given.get('borrowers');
  if (!Array.isArray(borrowers) || borrowers.length === 0) return;
  const members = borrowers.map((one) => membersOf(one));
  const primaries = members.filter((one) => one?.get('role') === 'primary').length;
  if (primaries !== 1) refuse('borrowers', 'exactly one borrower must be primary');
  const known = members.map((one) => one?.get('party_id')).filter(isThere);
  if (new Set(known).size < known.length) refuse('borrowers', 'the same person may be a borrower on a loan only once');
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

import { z } from 'zod';
import { cardRange, passesLuhn } from '../cards/card-number.js';
import { isId } from '../ids/ids.js';
import type { IsoDate } from '../time/dates.js';
import { ADDRESS_MEMBERS, checksRegion, MISSING_REGION_RULE, missingRegion } from './postal-address.js';
import { plainName } from './stored-text.js';
import { text } from './text.js';
import { trimmedKey } from './trimmed-key.js';

/** Lengths in code points. */
const NAME_LENGTH = 100;

const filled = (maximum: number) =>
  plainName({ minimum: 1, maximum }).refine(isFilled, 'must contain a letter or a digit');

/**
 * Text that cannot be an id gets the same answer as an unknown id and is passed no further: it may be card data in
 * the wrong field.
 */
export const UNKNOWN = {
  party_id: 'no such active borrower is on the account',
  billing_address_id: 'the borrower has no such address',
} as const;
const idOf = (unknown: string) => z.string().refine(isId, unknown);

/** A one-time address (the contract leaves its shape open; it has the shape of a borrower's saved addresses). */
const billingAddress = z
  .strictObject(ADDRESS_MEMBERS)
  .superRefine(checksRegion(missingRegion, { namesRule: false }), { when: () => true })
  .meta({
    description:
      'For this card only: it is not saved as an address of the borrower. Not together with `billing_address_id`.',
    ...MISSING_REGION_RULE,
  });

const card = z.strictObject({
  number: z
    .string()
    .regex(/^[0-9]{12,19}$/)
    .describe('Digits only, as many as its brand has, with a correct check digit.'),
  expiration_month: z.int().min(1).max(12).describe('The card is valid until the end of this month.'),
  expiration_year: z.int().min(2000).max(2099).describe('Four digits.'),
  cvc: z
    .string()
    .regex(/^[0-9]{3,4}$/)
    .describe('The security code: four digits of an American Express card, three of any other.'),
});

/**
 * Body of a card capture. Rules across fields run even when single fields are wrong, so that every problem is
 * reported at once.
 *
 * @param today - the servicing day: a card is valid until its month ends on that calendar. Without it, only rules
 * that do not depend on the day are checked, so that a stored key can be compared with its body for as long as it is
 * kept.
 */
export function captureCardBody(today?: () => IsoDate) {
  return z
    .strictObject({
      account_id: z.string().describe('The account for which the card is captured.'),
      party_id: idOf(UNKNOWN.party_id)
        .nullish()
        .describe('The card’s owner: an active borrower on the account. Default: the primary borrower.'),
      billing_address_id: idOf(UNKNOWN.billing_address_id)
        .nullish()
        .describe(
          'A saved address of the borrower. Without it, and without `billing_address`, their current billing address is used.',
        ),
      billing_address: billingAddress.nullish(),
      card: card.superRefine((value, context) => cardIsPlausible(value, context, today?.()), { when: () => true }),
      cardholder_name: filled(NAME_LENGTH).describe('The name as printed on the card.'),
      nickname: plainName({ maximum: NAME_LENGTH }).nullish().describe('The owner’s name for the card.'),
      set_default: z.boolean().nullish().describe('Whether it becomes its owner’s default payment method.'),
    })
    .superRefine(oneAddressAtMost, { when: () => true })
    .meta({
      not: {
        properties: { billing_address_id: { type: 'string' }, billing_address: { type: 'object' } },
        required: ['billing_address_id', 'billing_address'],
      },
    });
}

export type CaptureCardBody = z.output<ReturnType<typeof captureCardBody>>;

/** Only a digest of it leaves the secure host. */
export const captureKey = text({ minimum: 1, maximum: 255 }, undefined, trimmedKey).describe(
  'White space around it is ignored. Use a new key for each card, and the same key with the same body to repeat a request. Kept for 24 hours. A repetition gets the original bytes of the final answer, which may lack members that were added later.',
);

function oneAddressAtMost(value: unknown, context: z.core.$RefinementCtx): void {
  const body = membersOf(value);
  if (isAbsent(body.get('billing_address_id')) || isAbsent(body.get('billing_address'))) return;
  const message = 'at most one of billing_address_id and billing_address may be sent';
  context.addIssue({ code: 'custom', path: ['billing_address'], message });
}

/** The value may be anything: fields that failed their own rules are skipped. Messages never quote the value. */
function cardIsPlausible(value: unknown, context: z.core.$RefinementCtx, today: IsoDate | undefined): void {
  const members = membersOf(value);
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  const { number, expiration_month: month, expiration_year: year, cvc } = card.shape;
  const digits = number.safeParse(members.get('number')).data;
  const range = digits === undefined ? undefined : cardRange(digits);
  if (digits !== undefined) {
    if (range !== undefined && !range.lengths.includes(digits.length))
      refuse('number', `not the length of a ${range.brand} number`);
    else if (!passesLuhn(digits)) refuse('number', 'the check digit is wrong');
  }
  const code = cvc.safeParse(members.get('cvc')).data;
  if (range !== undefined && code !== undefined && code.length !== range.cvcLength) {
    refuse('cvc', `the security code of a ${range.brand} card has ${range.cvcLength} digits`);
  }
  if (today === undefined) return;
  const expires = {
    month: month.safeParse(members.get('expiration_month')).data,
    year: year.safeParse(members.get('expiration_year')).data,
  };
  if (expires.month !== undefined && expires.year !== undefined && isOver(expires.year, expires.month, today)) {
    refuse(expires.year < Number(today.slice(0, 4)) ? 'expiration_year' : 'expiration_month', 'the card has expired');
  }
}

/** Whether cards of this number's brand are accepted. */
export function isTakenBrand(number: string): boolean {
  return cardRange(number) !== undefined;
}

function isOver(year: number, month: number, today: IsoDate): boolean {
  return `${year}-${String(month).padStart(2, '0')}` < today.slice(0, 7);
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isFilled(value: string): boolean {
  return /[\p{L}\p{N}]/u.test(value);
}

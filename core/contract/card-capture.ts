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
  plainName({ minimum: 1, maximum }).refine(isFilled, 'must have a letter or a digit in it');

/** What is no id is told as an unknown one is, and goes no further: it may be anything that was put in the wrong place. */
export const UNKNOWN = {
  party_id: 'no such active borrower is on the account',
  billing_address_id: 'the borrower has no such address',
} as const;
const idOf = (unknown: string) => z.string().refine(isId, unknown);

/** A one-time address (the contract leaves the shape open; it is that of a borrower's saved addresses). */
const billingAddress = z
  .strictObject(ADDRESS_MEMBERS)
  .superRefine(checksRegion(missingRegion, { namesRule: false }), { when: () => true })
  .meta({
    description:
      'For this card alone: it is not saved as an address of the borrower. Not together with `billing_address_id`.',
    ...MISSING_REGION_RULE,
  });

const card = z.strictObject({
  number: z
    .string()
    .regex(/^[0-9]{12,19}$/)
    .describe('Digits only, as many as its brand has, with the right check digit.'),
  expiration_month: z.int().min(1).max(12).describe('The card is good until this month is over.'),
  expiration_year: z.int().min(2000).max(2099).describe('Four digits.'),
  cvc: z
    .string()
    .regex(/^[0-9]{3,4}$/)
    .describe('The security code: four digits of an American Express card, three of any other.'),
});

/**
 * Body of a card capture. What concerns several fields is looked at even when others are wrong, so that every
 * problem is answered at once.
 *
 * @param today - the servicing day: a card is good until its month is over there. Without it, only what is as true tomorrow is
 *   looked at, so that a key can be told from its body for as long as it is kept.
 */
export function captureCardBody(today?: () => IsoDate) {
  return z
    .strictObject({
      account_id: z.string().describe('The account that the card is for.'),
      party_id: idOf(UNKNOWN.party_id)
        .nullish()
        .describe('Whose card it is: an active borrower on the account. The primary borrower when it is left out.'),
      billing_address_id: idOf(UNKNOWN.billing_address_id)
        .nullish()
        .describe(
          'A saved address of the borrower. Without it, and without `billing_address`, their current billing address is used.',
        ),
      billing_address: billingAddress.nullish(),
      card: card.superRefine((value, context) => cardIsPlausible(value, context, today?.()), { when: () => true }),
      cardholder_name: filled(NAME_LENGTH).describe('As it stands on the card.'),
      nickname: plainName({ maximum: NAME_LENGTH }).nullish().describe('What its owner calls it.'),
      set_default: z.boolean().nullish().describe('Whether it becomes the one that its owner pays with.'),
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

/** Only a digest of it goes further than the secure host. */
export const captureKey = text({ minimum: 1, maximum: 255 }, undefined, trimmedKey).describe(
  'White space around it is not part of it. A new one for each card; the same one, with the same body, to repeat it. Kept for 24 hours. A repetition gets the bytes of the final answer as they were first written, which may lack members that are newer than they are.',
);

function oneAddressAtMost(value: unknown, context: z.core.$RefinementCtx): void {
  const body = membersOf(value);
  if (isAbsent(body.get('billing_address_id')) || isAbsent(body.get('billing_address'))) return;
  const message = 'at most one of billing_address_id and billing_address may be sent';
  context.addIssue({ code: 'custom', path: ['billing_address'], message });
}

/** The value may be anything: fields that their own rules refuse are passed over. Messages never quote it. */
function cardIsPlausible(value: unknown, context: z.core.$RefinementCtx, today: IsoDate | undefined): void {
  const members = membersOf(value);
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  const { number, expiration_month: month, expiration_year: year, cvc } = card.shape;
  const digits = number.safeParse(members.get('number')).data;
  const range = digits === undefined ? undefined : cardRange(digits);
  if (digits !== undefined) {
    if (range !== undefined && !range.lengths.includes(digits.length))
      refuse('number', `not as long as a ${range.brand} number`);
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

/** Whether we take cards of the brand whose number this is. */
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

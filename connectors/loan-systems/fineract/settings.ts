import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { SERVICING_ZONE } from '../../../core/time/servicing-day.js';

const PAYMENT_TYPES = /^(\w+=\d{1,9}(,\w+=\d{1,9})*)?$/;

/** An operator's settings of a Fineract: texts, as the command line passes them. */
export const fineractSettings = z.strictObject({
  username: z.string().min(1),
  tenant: z.string().min(1).default('default'),
  /** The tenant's time zone: its date is the business date while the business-date feature is off. */
  'time-zone': z.string().refine(isTimeZone, 'not a time zone').default(SERVICING_ZONE),
  /**
   * Payment method → id of the server's payment type, `check=2,cash=1`: without a type, Fineract stores no check
   * number.
   */
  'payment-types': z
    .string()
    .regex(PAYMENT_TYPES, 'must have the form check=2,cash=1')
    .default('')
    .transform(asPaymentTypes),
  /** How many days the business date may be away from the tenant's own date before no payment is posted. */
  'business-day-tolerance': z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of days')
    .default('5')
    .transform(Number),
  /** Whether the members of a group owe its loan jointly with it. */
  'group-co-borrowers': z.enum(['all', 'none']).default('none'),
});

export type FineractSettings = z.output<typeof fineractSettings>;

export const fineractSecrets = z.strictObject({ password: z.string().min(1) });

function isTimeZone(name: string): boolean {
  try {
    return Temporal.Now.zonedDateTimeISO(name).timeZoneId !== '';
  } catch {
    return false;
  }
}

function asPaymentTypes(text: string): ReadonlyMap<string, number> {
  const pairs = text === '' ? [] : text.split(',').map((pair) => pair.split('='));
  return new Map(pairs.map(([method = '', id]) => [method, Number(id)]));
}

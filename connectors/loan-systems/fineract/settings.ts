import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { SERVICING_ZONE } from '../../../core/time/servicing-day.js';

const PAYMENT_TYPES = /^(\w+=\d{1,9}(,\w+=\d{1,9})*)?$/;

/** An operator's settings of a Fineract: texts, as the command line passes them. */
const fields = z.strictObject({
  /** For HTTP Basic. */
  username: z.string().min(1).optional(),
  /** Instead of a user: an OAuth 2 client, and where it gets its access tokens. */
  'token-url': z.string().refine(isPlainAddress, 'not an http or https address without credentials').optional(),
  'client-id': z.string().min(1).optional(),
  /** What the client asks for, where the server needs it. */
  scope: z.string().min(1).optional(),
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
  /**
   * Fineract can generate external ids, as random UUIDs; the setting that says so needs a permission of its own. `given`:
   * such a UUID is not shown as the client's contract number. `all`: it is, because clients supply UUIDs themselves.
   */
  'contract-numbers': z.enum(['given', 'all']).default('given'),
});

/** Either a user, or a client with its token endpoint. */
export const fineractSettings = fields.superRefine(({ username, scope, ...client }, { addIssue }) => {
  const named = [client['token-url'], client['client-id']].filter((value) => value !== undefined).length;
  const problem = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
  if (username === undefined && named === 0) problem('username', 'required, or token-url and client-id');
  if (named === 1) problem('token-url', 'token-url and client-id belong together');
  if (username !== undefined && named > 0) problem('username', 'not together with token-url and client-id');
  if (scope !== undefined && named === 0) problem('scope', 'only with token-url and client-id');
});

export type FineractSettings = z.output<typeof fineractSettings>;

const secret = z.string().min(1).optional();

/** The password of a user, or the secret of a client. */
export const fineractSecrets = z
  .strictObject({ password: secret, 'client-secret': secret })
  .refine((given) => Object.keys(given).length === 1, { path: ['password'], error: 'required, or client-secret' })
  .transform(withoutAbsent);

function withoutAbsent(given: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

export function secretProblems(settings: FineractSettings, secrets: readonly string[]): readonly string[] {
  const wanted = settings['token-url'] === undefined ? 'password' : 'client-secret';
  return secrets.includes(wanted) ? [] : [`secret ${wanted}: required with these settings`];
}

function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}

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

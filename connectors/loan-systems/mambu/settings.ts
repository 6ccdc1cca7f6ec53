import { z } from 'zod';

/** The stored settings of one Mambu tenant. Its base URL is `https://TENANT.mambu.com/api`. */
export const mambuSettings = z.strictObject({
  /** The channel in which repayments are booked; Mambu's default channel without it. */
  'transaction-channel': z.string().min(1).optional(),
  /** Whether the tenant keeps the notes of adjustments, by which a reversal is found again. */
  'adjustment-notes': z.enum(['kept', 'dropped']).default('kept'),
  /**
   * The members of a group who owe its loan jointly with it: `all`, or names or ids of their roles, `Borrower,Spouse`.
   */
  'group-co-borrowers': z.string().default('').transform(asGroupCoBorrowers),
});

export type MambuSettings = z.infer<typeof mambuSettings>;

/** All members, or those with one of these roles. */
export type GroupCoBorrowers = 'all' | readonly string[];

function asGroupCoBorrowers(text: string): GroupCoBorrowers {
  if (text.trim() === 'all') return 'all';
  return text
    .split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '' && role !== 'none');
}

/** Either an API consumer's key, or the credentials of an API user. */
export const mambuSecrets = z.union(
  [
    z.strictObject({ 'api-key': z.string().min(1) }),
    z.strictObject({ username: z.string().min(1), password: z.string().min(1) }),
  ],
  'either api-key, or username and password',
);

/** The header that authenticates API calls. */
export function credentials(secrets: Readonly<Record<string, string>>): Record<string, string> {
  const known = mambuSecrets.parse(secrets);
  if ('api-key' in known) return { apikey: known['api-key'] };
  return { authorization: `Basic ${Buffer.from(`${known.username}:${known.password}`).toString('base64')}` };
}

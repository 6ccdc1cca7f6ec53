import { z } from 'zod';

/** What is stored of one Mambu tenant. Its base URL is `https://TENANT.mambu.com/api`. */
export const mambuSettings = z.strictObject({
  /** The channel that repayments come in by; Mambu's default one otherwise. */
  'transaction-channel': z.string().min(1).optional(),
  /** Which members of a group owe its loan beside it: `all`, or names or ids of their roles, `Borrower,Spouse`. */
  'group-co-borrowers': z.string().default('').transform(asGroupCoBorrowers),
});

export type MambuSettings = z.infer<typeof mambuSettings>;

/** Every member, or those with one of these roles. */
export type GroupCoBorrowers = 'all' | readonly string[];

function asGroupCoBorrowers(text: string): GroupCoBorrowers {
  if (text.trim() === 'all') return 'all';
  return text
    .split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '' && role !== 'none');
}

/** Either an API consumer's key, or a user of the API. */
export const mambuSecrets = z.union(
  [
    z.strictObject({ 'api-key': z.string().min(1) }),
    z.strictObject({ username: z.string().min(1), password: z.string().min(1) }),
  ],
  'either api-key, or username and password',
);

/** The header that opens the API. */
export function credentials(secrets: Readonly<Record<string, string>>): Record<string, string> {
  const known = mambuSecrets.parse(secrets);
  if ('api-key' in known) return { apikey: known['api-key'] };
  return { authorization: `Basic ${Buffer.from(`${known.username}:${known.password}`).toString('base64')}` };
}

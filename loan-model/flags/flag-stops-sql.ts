import { ACCOUNT_FLAG_KINDS, type FlagStop } from '../../core/contract/account-flag.js';
import { DEFAULT_FLAG_RULES } from './default-flag-rules.js';

/*
 * What the flags in force stop. It is computed where it is read, from the flags and the lender's rules, so that a flag, a
 * lifted flag and a changed rule apply to the next charge and the next check.
 */

/** The column of `account_flag_rule` for each thing that a flag can stop. */
export const RULE_COLUMNS = {
  charges: 'stops_charges',
  marketing: 'stops_marketing',
  collection_contact: 'stops_collection_contact',
  required_notices: 'stops_required_notices',
} as const satisfies Readonly<Record<FlagStop, string>>;

/** SQL: an organization's day, from the lenders' day; a sandbox organization is some days ahead. */
export function dayOfOrganization(today: string, organizationId: string): string {
  return `(${today}::date + coalesce((select c.offset_days from test_clock c where c.organization_id = ${organizationId}), 0))`;
}

/**
 * SQL condition: the flag is in force.
 *
 * @param flag - alias of `account_flag`
 * @param day - SQL of the organization's day
 */
export function isInForce(flag: string, day: string): string {
  return `${flag}.lifted_at is null and ${flag}.effective_from <= ${day}::date
    and (${flag}.effective_until is null or ${flag}.effective_until >= ${day}::date)`;
}

/** SQL condition: flags of this kind stop it, by the lender's rule `rule` (left joined) or by default. */
export function stops(kind: string, rule: string, what: FlagStop): string {
  const kinds = ACCOUNT_FLAG_KINDS.filter((each) => DEFAULT_FLAG_RULES[each].includes(what));
  const byDefault = kinds.length === 0 ? 'false' : `${kind} in (${kinds.map((each) => `'${each}'`).join(', ')})`;
  return `coalesce(${rule}.${RULE_COLUMNS[what]}, ${byDefault})`;
}

interface StoppedLoan {
  readonly organizationId: string;
  readonly accountId: string;
  /** SQL of the organization's day. */
  readonly day: string;
  readonly what: FlagStop;
}

/** SQL of the rows of `account_flag f` that stop something on a loan, after FROM. */
export function stoppingFlags({ organizationId, accountId, day, what }: StoppedLoan): string {
  return `account_flag f
    left join account_flag_rule r on r.organization_id = f.organization_id and r.kind = f.kind
   where f.organization_id = ${organizationId} and f.account_id = ${accountId}
     and ${isInForce('f', day)} and ${stops('f.kind', 'r', what)}`;
}

/** SQL condition: a flag stops it. */
export function isStopped(loan: StoppedLoan): string {
  return `exists (select from ${stoppingFlags(loan)})`;
}

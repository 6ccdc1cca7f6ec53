import { isStopped } from '../flags/flag-stops-sql.js';

/** SQL of the latest snapshot of account `a`, as `latest`: a join that keeps one row per account. */
export const LATEST_SNAPSHOT = `left join lateral (select s.past_due_cents, s.oldest_unpaid_on from past_due_snapshot s
      where s.organization_id = a.organization_id and s.account_id = a.id order by s.as_of desc limit 1) latest on true`;

/**
 * SQL condition: account `a` has been past due at some time. A list of the queue reads the few such accounts along an
 * index of their own, and the latest snapshots of no others.
 */
export const WAS_PAST_DUE = `exists (select from past_due_snapshot ever where ever.organization_id = a.organization_id
      and ever.account_id = a.id and ever.past_due_cents > 0)`;

/**
 * SQL condition: the loan is in the collection queue. It is open and past due, and no flag stops collection contact. It
 * is computed when it is read, so a payment or a flag removes the loan at once.
 *
 * @param pastDueCents - SQL of the amount past due, by the latest snapshot of account `a`
 * @param day - SQL of the organization's day
 */
export function isInQueue(pastDueCents: string, day: string): string {
  const loan = { organizationId: 'a.organization_id', accountId: 'a.id', day, what: 'collection_contact' } as const;
  return `a.status_code in ('active', 'delinquent') and coalesce(${pastDueCents}, 0) > 0 and not ${isStopped(loan)}`;
}

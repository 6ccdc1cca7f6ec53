/** A condition on the rows of a table, by its alias. */
type Condition = (row: string) => string;

/** Which of the rows that have an outcome count too, by their alias and the statuses of what is posted. */
type AlsoSettled = (row: string, posted: string) => string;

/**
 * Cents of an account that are on their way to its loan system, or may have come there: a quote of the system may not know of them. The one
 * rule for whoever quotes a payoff and whoever reserves under one, in different subgraphs: so it is here, below both, and names tables
 * of payments. Without `alsoSettled` along an index of what has no outcome alone, however many the account has had.
 *
 * @param ofAccount - that a row is the account's.
 */
export function centsOnTheirWay(ofAccount: Condition, alsoSettled: AlsoSettled = () => ''): string {
  return `
  select coalesce(sum(u.amount_cents), 0)::bigint from (
    select c.amount_cents from collected_payment c
     where ${ofAccount('c')}
       and (c.status in ('pending', 'pending_confirmation')${alsoSettled('c', "('posted', 'reversal_pending')")})
    union all
    select r.amount_cents from autopay_run r
     where ${ofAccount('r')}
       and (r.status in ('charging', 'charged', 'posting')${alsoSettled('r', "('posted')")})) u`;
}

/** A condition on the rows of a table, by its alias. */
type Condition = (row: string) => string;

/** A condition for rows with an outcome that also count, by the table's alias and its posted statuses. */
type AlsoSettled = (row: string, posted: string) => string;

/**
 * SQL: the cents of an account's payments that are on their way to its loan system or may have reached it. A quote from
 * the system may not include them yet. Both the code that quotes payoffs and the code that reserves under a quote use
 * this rule. They are in different subgraphs, so the rule is in this lower layer, although it names payment tables.
 * Without `alsoSettled` it reads only the index of rows without an outcome, whatever the length of the account's
 * history.
 *
 * @param ofAccount - condition that selects the account's rows
 */
export function centsInTransit(ofAccount: Condition, alsoSettled: AlsoSettled = () => ''): string {
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

/*
 * Whether a borrower kept a promise to pay. It is computed from the loan's payments whenever it is read, so that a
 * payment that is returned later makes a kept promise broken.
 */

/**
 * SQL of the cents received for the promise of a note: payments posted and not reversed, from the note to the end of the
 * promised business day. On the day of the note only payments recorded after it count.
 *
 * @param note - alias of `account_note`
 */
export function receivedForPromise(note: string): string {
  const receivedOn = 'coalesce(t.received_on, t.effective_at)';
  return `(select coalesce(sum(t.amount_cents), 0)::bigint from transaction t
     where t.organization_id = ${note}.organization_id and t.account_id = ${note}.account_id
       and t.type = 'payment' and coalesce(t.status, 'posted') = 'posted'
       and ${receivedOn} between ${note}.noted_on and ${note}.promise_ends_on
       and (${receivedOn} > ${note}.noted_on or t.created_at >= ${note}.created_at))`;
}

/**
 * SQL of a promise's state: `kept`, `open` or `broken`; null for a note without one.
 *
 * @param today - SQL of the lenders' calendar day; a sandbox organization has its own
 */
export function promiseState({
  note,
  received,
  today,
}: Readonly<Record<'note' | 'received' | 'today', string>>): string {
  const offset = `coalesce((select c.offset_days from test_clock c where c.organization_id = ${note}.organization_id), 0)`;
  return `case when ${note}.promise_ends_on is null then null
    when ${received} >= ${note}.promised_cents then 'kept'
    when ${today}::date + ${offset} <= ${note}.promise_ends_on then 'open'
    else 'broken' end`;
}

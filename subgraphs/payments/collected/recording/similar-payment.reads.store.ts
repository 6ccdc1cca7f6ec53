import { derived, typesOf } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { EQUAL_SINCE, isSamePaper } from './possible-duplicate-sql.js';

/**
 * The payment that a new one would be marked as a possible duplicate of; without one, the latest payment with the same
 * check number and another amount.
 */
export const similarPayment = statement({
  name: 'collected_payment.similar',
  takes: {
    ...typesOf('CollectedPayment', ['organizationId', 'accountId', 'amountCents', 'paymentMethod', 'checkNumber']),
    ...EQUAL_SINCE,
  },
  gives: derived({ id: 'CollectedPayment.id', isPossibleDuplicate: 'bool' }),
  text: ({ p, scope }) => `
    select e.id, e.amount_cents = ${p.amountCents}::bigint as "isPossibleDuplicate" from collected_payment e
     where ${isSamePaper(p, scope)}
       and (e.amount_cents = ${p.amountCents}::bigint or e.check_number is not null)
     order by "isPossibleDuplicate" desc, e.created_at desc, e.id desc limit 1`,
});

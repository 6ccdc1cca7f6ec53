import { derived } from '../../core/db/columns.js';
import { inserted, leftOut, selectedFrom, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';
import { BATCH } from './staged-batch.store.js';

/**
 * Moves the history of a batch's loans out of the staged rows. These rows are not entries of this ledger; their ids
 * have a prefix of their own.
 */
export const moveHistory = statement({
  name: 'ledger_boarding.move_history',
  takes: { ...BATCH, loanNumbers: 'text[]', accountIds: 'text[]', at: 'Transaction.createdAt' },
  gives: derived({ moved: 'int8' }),
  text: ({ p, scope }) => {
    const { into, values } = inserted('Transaction', {
      id: sql('taken.id'),
      organizationId: p.organizationId,
      accountId: sql('written.account_id'),
      ...selectedFrom('Transaction', 'taken', ['type', 'amountCents']),
      effectiveAt: sql('taken.effective_on'),
      sortOn: sql(`coalesce(taken.effective_on, '-infinity'::date)`),
      status: sql('taken.status'),
      externalId: sql(`'prior:' || taken.external_id`),
      ...leftOut('originalTransactionId', 'reallocatesTransactionId', 'becauseOfTransactionId', 'receivedOn'),
      ...selectedFrom('Transaction', 'taken', ['paymentMethod', 'reason', 'principalCents', 'interestCents']),
      ...selectedFrom('Transaction', 'taken', ['feesCents']),
      ...leftOut('endingBalanceCents', 'sourceDeletedAt'),
      createdAt: p.at,
    });
    return `
    with written as materialized (
      select * from unnest(${p.loanNumbers}::text[], ${p.accountIds}::text[]) as written (loan_number, account_id)
    ), taken as (
      delete from ledger_boarding_transaction staged
      where staged.organization_id = ${p.organizationId} and staged.boarding_id = ${p.id}
        and staged.loan_number between ${p.firstNumber} and ${p.lastNumber} and ${scope('staged.organization_id')}
      returning staged.*
    ), moved as (
      insert into ${into} select ${values} from taken join written using (loan_number) returning 1
    )
    select count(*) as moved from moved`;
  },
});

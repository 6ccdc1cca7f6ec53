import { columns, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

/**
 * Orders readings. The mark is taken before a reading begins, so that an earlier reading never overwrites a later one.
 */
export const readingMark = statement({
  name: 'sync.reading_mark',
  unscoped: 'reads_no_rows',
  gives: derived({ mark: 'int8' }),
  text: () => 'select (extract(epoch from clock_timestamp()) * 1000000)::bigint as mark',
});

const LOAN = columns('Account', 'account', ['organizationId', 'loanSystemCode', 'externalId']);

/** The loan system and the loan behind an account. */
export const accountForSync = statement({
  name: 'sync.account',
  takes: { accountId: 'Account.id' },
  gives: LOAN,
  text: ({ p, scope }) => `select ${LOAN} from account where id = ${p.accountId} and ${scope('organization_id')}`,
});

import { columns, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

/** Orders readings: taken before one begins, so that what a later reading told is never overwritten by an earlier one. */
export const readingMark = statement({
  name: 'sync.reading_mark',
  unscoped: 'reads the clock',
  gives: derived({ mark: 'int8' }),
  text: () => 'select (extract(epoch from clock_timestamp()) * 1000000)::bigint as mark',
});

const LOAN = columns('Account', 'account', ['organizationId', 'loanSystemCode', 'externalId']);

/** Which loan of which system an account stands for. */
export const accountForSync = statement({
  name: 'sync.account',
  takes: { accountId: 'Account.id' },
  gives: LOAN,
  text: ({ p, scope }) => `select ${LOAN} from account where id = ${p.accountId} and ${scope('organization_id')}`,
});

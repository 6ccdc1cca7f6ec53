import { columns } from '../db/columns.js';
import { inserted, LEFT_OUT } from '../db/insert-sql.js';
import { statement } from '../db/statement.js';

const CHECK = columns('PostingReferenceSecret', 's', ['checkValue']);

/** The secret that made references last. No row: none has made any. */
export const latestCheck = statement({
  name: 'posting_reference_secret.latest',
  unscoped: 'table_without_organizations',
  gives: CHECK,
  text: () => `select ${CHECK} from posting_reference_secret s order by s.created_at desc, s.check_value limit 1`,
});

/** Keeps the earlier time of a secret that has made references before. */
export const insertCheck = statement({
  name: 'posting_reference_secret.insert',
  unscoped: 'table_without_organizations',
  takes: { checkValue: 'PostingReferenceSecret.checkValue' },
  gives: CHECK,
  text: ({ p }) => {
    const { into, values } = inserted('PostingReferenceSecret', { checkValue: p.checkValue, createdAt: LEFT_OUT }, 's');
    return `insert into ${into} values (${values}) on conflict do nothing returning ${CHECK}`;
  },
});

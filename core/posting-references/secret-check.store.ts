import { columns, derived } from '../db/columns.js';
import { inserted, overwritten, sql } from '../db/insert-sql.js';
import { statement } from '../db/statement.js';

const CHECK = columns('PostingReferenceSecret', 's', ['checkValue']);

/** The secret that made references last. No row: none has made any. */
export const latestCheck = statement({
  name: 'posting_reference_secret.latest',
  unscoped: 'table_without_organizations',
  gives: CHECK,
  text: () => `select ${CHECK} from posting_reference_secret s order by s.created_at desc, s.check_value limit 1`,
});

/** One process at a time records a secret, until its transaction ends. */
export const lockChecks = statement({
  name: 'posting_reference_secret.lock',
  unscoped: 'takes_a_lock',
  gives: derived({ held: 'text' }),
  text: () => `select pg_advisory_xact_lock(hashtextextended('posting_reference_secret', 0))::text as held`,
});

/** Makes it the latest one, also if it has made references before: a rotation may go back. */
export const recordCheck = statement({
  name: 'posting_reference_secret.record',
  unscoped: 'table_without_organizations',
  takes: { checkValue: 'PostingReferenceSecret.checkValue' },
  gives: CHECK,
  text: ({ p }) => {
    const createdAt = sql(
      `(select greatest(clock_timestamp(), max(o.created_at) + interval '1 ms') from posting_reference_secret o)`,
    );
    const { into, values } = inserted('PostingReferenceSecret', { checkValue: p.checkValue, createdAt }, 's');
    return `insert into ${into} values (${values}) on conflict (check_value) do update
       set ${overwritten('PostingReferenceSecret', ['createdAt'])} returning ${CHECK}`;
  },
});

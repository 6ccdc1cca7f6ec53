import { withClient } from '../../core/db/with-client.js';
import { withNumbers } from '../support/bench.js';
import { seedTransactions, withDatabase } from '../support/database.js';
import { markdownTable } from '../support/figures.js';

interface Size {
  readonly table: string;
  /** Empty for the table's rows themselves. */
  readonly index: string;
  readonly bytes: number;
}

const MEGABYTE = 1_000_000;
const SIZES = `
  select relname as table, '' as index, pg_table_size(oid)::float8 as bytes
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  union all
  select indrelid::regclass::text, indexrelid::regclass::text, pg_relation_size(indexrelid)::float8
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
  order by 1, 2`;

/** The disk space of a bulk seed's rows, and of each of their indexes. */
export const bench = withNumbers({ transactions: 1_000_000 }, ({ transactions }) =>
  withDatabase(async ({ ownerUrl }) => {
    await seedTransactions(ownerUrl, transactions);
    const { rows } = await withClient(ownerUrl, (client) => client.query<Size>(SIZES));
    process.stdout.write(report(rows));
  }),
);

function report(all: readonly Size[]): string {
  const of = (some: readonly Size[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);
  const line = (name: string, bytes: number) => [name, (bytes / MEGABYTE).toFixed(1)];
  const share = (100 * of(all.filter(({ index }) => index !== ''))) / of(all);
  const large = all.filter(({ bytes }) => bytes > MEGABYTE);
  return markdownTable(
    ['', 'MB'],
    [
      ...large.map(({ table, index, bytes }) => line(index || table, bytes)),
      line(`total; ${share.toFixed(1)} % are indexes`, of(all)),
    ],
  );
}

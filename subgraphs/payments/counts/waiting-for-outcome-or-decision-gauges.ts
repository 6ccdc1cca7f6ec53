import { Gauge, type Registry } from 'prom-client';
import { EXCEPTION_KINDS } from '../../../core/contract/exception-kinds.js';
import { derived, type RowOf } from '../../../core/db/columns.js';
import type { Database } from '../../../core/db/database.js';
import { statement } from '../../../core/db/statement.js';
import { throttle } from '../../../core/health/throttle.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import { sharedRead } from '../../../core/telemetry/shared-read.js';
import { needsDecisionNow, TODAY_BY_POSTGRES } from '../exceptions/exception-state-sql.js';

/** `kind`: `payment`, `reversal`, or the exception's kind. `oldestSeconds`: age of the oldest open one. */
const OPEN = derived({ figure: 'text', kind: 'text', open: 'int8', oldestSeconds: 'float8' }).as<{
  figure: 'unconfirmed' | 'exceptions';
}>();
type OpenRow = RowOf<typeof OPEN>;

const OLDEST = 'coalesce(extract(epoch from now() - min(created_at)), 0)::float8';

/** Each figure uses an index of the open rows, which stay few. */
const open = statement({
  name: 'metrics.open_business',
  gives: OPEN,
  unscoped: 'counts_without_content',
  text: () => `
    select 'unconfirmed' as figure, 'payment' as kind, count(*) as open, ${OLDEST} as "oldestSeconds"
      from collected_payment where status in ('pending', 'pending_confirmation')
    union all
    select 'unconfirmed', 'reversal', count(*), ${OLDEST}
      from payment_reversal where status in ('pending', 'pending_confirmation')
    union all
    select 'exceptions', kind, count(*), ${OLDEST} from operator_exception x where ${needsDecisionNow('x', TODAY_BY_POSTGRES)} group by kind`,
});

const METRICS = systemPrincipal('metrics');
/** The figures are read at most once per period, however many readers request them. */
const PERIOD_MS = 10_000;

/** Gauges of what waits for an outcome or for a person's decision. */
export function addBusinessGauges(registry: Registry, db: Database, periodMs = PERIOD_MS): void {
  const registers = [registry];
  const read = sharedRead(throttle(periodMs, () => db.many(METRICS, open, {})));
  const rowsOf = async (figure: OpenRow['figure']) => (await read()).filter((row) => row.figure === figure);
  const unconfirmed = new Gauge({
    name: 'tributary_unconfirmed_postings',
    help: 'Payments and reversals whose outcome is not known yet, including those in progress.',
    labelNames: ['posting'],
    registers,
    async collect() {
      const rows = await rowsOf('unconfirmed');
      unconfirmed.reset();
      for (const { kind, open } of rows) unconfirmed.set({ posting: kind }, open);
    },
  });
  const oldest = new Gauge({
    name: 'tributary_unconfirmed_posting_age_seconds',
    help: 'Age in seconds of the oldest payment or reversal without an outcome; 0 if there is none.',
    labelNames: ['posting'],
    registers,
    async collect() {
      const rows = await rowsOf('unconfirmed');
      oldest.reset();
      for (const { kind, oldestSeconds } of rows) oldest.set({ posting: kind }, oldestSeconds);
    },
  });
  const exceptions = new Gauge({
    name: 'tributary_operator_exceptions_open',
    help: 'Open exceptions by kind that no operator has resolved or postponed.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const rows = await read();
      exceptions.reset();
      if (rows.length === 0) return; // the database was unavailable: no value is better than 0
      for (const kind of EXCEPTION_KINDS) exceptions.set({ kind }, 0);
      for (const { figure, kind, open } of rows) if (figure === 'exceptions') exceptions.set({ kind }, open);
    },
  });
}

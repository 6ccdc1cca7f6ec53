import { columnsAs, derived, type RowOf } from '../../../core/db/columns.js';
import { inserted, overwritten, sql } from '../../../core/db/insert-sql.js';
import { statement } from '../../../core/db/statement.js';

/** Each part writes its rows at least this often, seconds. */
export const STATUS_WRITTEN_EVERY_SECONDS = 10;
/** A row older than this belongs to a part that was killed or has lost the database. */
const STALE_AFTER_SECONDS = 3 * STATUS_WRITTEN_EVERY_SECONDS;

/**
 * Writes a part's current view, and deletes the rows that it no longer has and those that killed parts left behind.
 * `sightings` is JSON: {code, problems, lastCallAt, lastOutcome, isReachable, isBroken}.
 */
export const writeConnectionStatus = statement({
  name: 'loan_system_sighting.write',
  unscoped: 'loan_system_without_borrower_data',
  takes: {
    instance: 'LoanSystemConnectionStatus.instance',
    part: 'LoanSystemConnectionStatus.part',
    codes: 'LoanSystemConnectionStatus.loanSystemCode[]',
    sightings: 'jsonb',
  },
  text: ({ p }) => {
    const { into, values } = inserted('LoanSystemConnectionStatus', {
      instance: p.instance,
      loanSystemCode: sql('s.code'),
      part: p.part,
      seenAt: sql('clock_timestamp()'),
      problems: sql('s.problems'),
      lastCallAt: sql('s."lastCallAt"'),
      lastOutcome: sql('s."lastOutcome"'),
      isReachable: sql('s."isReachable"'),
      isBroken: sql('s."isBroken"'),
    });
    const seen = overwritten('LoanSystemConnectionStatus', [
      'seenAt',
      'problems',
      'lastCallAt',
      'lastOutcome',
      'isReachable',
      'isBroken',
    ]);
    return `
    with gone as (
      delete from loan_system_sighting
       where case when instance = ${p.instance} then loan_system_code <> all(${p.codes}::text[])
         else seen_at < clock_timestamp() - interval '10 minutes' end)
    insert into ${into} select ${values}
      from jsonb_to_recordset(${p.sightings}::jsonb) as s (code text, problems text[], "lastCallAt" timestamptz,
        "lastOutcome" text, "isReachable" boolean, "isBroken" boolean)
    on conflict (instance, loan_system_code) do update set ${seen}`;
  },
});

export const deleteConnectionStatus = statement({
  name: 'loan_system_sighting.forget',
  unscoped: 'loan_system_without_borrower_data',
  takes: { instance: 'LoanSystemConnectionStatus.instance' },
  text: ({ p }) => `delete from loan_system_sighting where instance = ${p.instance}`,
});

const SIGHTED = columnsAs('LoanSystemConnectionStatus', 'loan_system_sighting', {
  code: 'loanSystemCode',
  instance: 'instance',
  part: 'part',
  seenAt: 'seenAt',
  problems: 'problems',
  lastCallAt: 'lastCallAt',
  lastOutcome: 'lastOutcome',
  isReachable: 'isReachable',
  isBroken: 'isBroken',
});
const STALE = derived({ isStale: 'bool' });

/** One part's view of one loan system. */
export type ConnectionStatusRow = RowOf<typeof SIGHTED> & RowOf<typeof STALE>;

export const connectionStatusOf = statement({
  name: 'loan_system_sighting.of_systems',
  unscoped: 'loan_system_without_borrower_data',
  takes: { codes: 'LoanSystemConnectionStatus.loanSystemCode[]' },
  gives: [SIGHTED, STALE],
  text: ({ p }) => `
    select ${SIGHTED}, ${isStale('seen_at')} as "isStale" from loan_system_sighting
     where loan_system_code = any(${p.codes}::text[])
     order by loan_system_code, part, instance`,
});

const SYSTEM = columnsAs('LoanSystem', 'l', { system: 'code' });

/** For the metric: 0 when no part reports the system, or some part reports it and cannot use it. */
export const systemsUp = statement({
  name: 'metrics.systems_up',
  unscoped: 'loan_system_without_borrower_data',
  gives: [SYSTEM, derived({ isUp: 'bool' })],
  text: () => `
    select ${SYSTEM}, coalesce((
        select bool_and(g.problems = '{}' and not g.is_broken and g.is_reachable is not false)
          from loan_system_sighting g where g.loan_system_code = l.code and not ${isStale('g.seen_at')}), false) as "isUp"
      from loan_system l where l.is_active and l.organization_id is not null and l.base_url is not null`,
});

/** Whether a row is too old to count. */
export function isStale(seenAt: string): string {
  return `(${seenAt} < clock_timestamp() - interval '${STALE_AFTER_SECONDS} seconds')`;
}

import { columns, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

const CLOCK = columns('TestClock', 'c', ['organizationId', 'offsetDays', 'toDay', 'tries', 'failures']);

/**
 * A token belongs to one take, and so to one worker and one advance. After its lease expires, the token no longer
 * matches once another worker takes the clock.
 */
const KEY = { organizationId: 'TestClock.organizationId', leaseToken: 'TestClock.leaseToken' } as const;

/**
 * Takes a clock for processing; only one worker can hold it. When the holder dies, another worker takes over after the
 * lease expires. This counts as a failure of the day, so that a day that kills its worker is not retried forever.
 */
export const takeTestClock = statement({
  name: 'test_clock.take',
  unscoped: 'names_its_organization',
  takes: { ...KEY, leaseMs: 'float8' },
  gives: CLOCK,
  text: ({ p }) => `
    update test_clock c set lease_until = statement_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000),
           lease_token = ${p.leaseToken}, tries = c.tries + 1,
           failures = c.failures + case when c.lease_token is null then 0 else 1 end
     where c.organization_id = ${p.organizationId} and c.is_advancing
       and (c.lease_until is null or c.lease_until <= statement_timestamp())
    returning ${CLOCK}`,
});

/**
 * Moves the clock one day on, if the caller holds it and saw the day before; a repetition has no effect. Also renews
 * the lease.
 */
export const stepTestClock = statement({
  name: 'test_clock.step',
  unscoped: 'names_its_organization',
  takes: { ...KEY, seenDays: 'TestClock.offsetDays', leaseMs: 'float8' },
  gives: CLOCK,
  text: ({ p }) => `
    update test_clock c set offset_days = c.offset_days + 1, tries = 0, failures = 0,
           lease_until = statement_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)
     where c.organization_id = ${p.organizationId} and c.is_advancing and c.lease_token = ${p.leaseToken}
       and c.offset_days = ${p.seenDays}
    returning ${CLOCK}`,
});

/** Releases the clock for the next job. */
export const releaseTestClock = statement({
  name: 'test_clock.release',
  unscoped: 'names_its_organization',
  takes: { ...KEY, failed: 'int4' },
  text: ({ p }) => `
    update test_clock c set lease_until = null, lease_token = null, failures = c.failures + ${p.failed}::int
     where c.organization_id = ${p.organizationId} and c.is_advancing and c.lease_token = ${p.leaseToken}`,
});

/** Ends an advance: at its last day, or earlier with a reason. Returns a row if the caller still held the clock. */
export const endAdvance = statement({
  name: 'test_clock.end',
  unscoped: 'names_its_organization',
  takes: { ...KEY, error: 'TestClock.error' },
  gives: CLOCK,
  text: ({ p }) => `
    update test_clock c set is_advancing = false, finished_at = statement_timestamp(), lease_until = null, lease_token = null,
           error = ${p.error}
     where c.organization_id = ${p.organizationId} and c.is_advancing and c.lease_token = ${p.leaseToken}
    returning ${CLOCK}`,
});

/** The clocks with a running advance, whichever worker holds them. */
export const advancingClocks = statement({
  name: 'test_clock.advancing',
  unscoped: 'work_for_all_organizations',
  gives: derived({ organizationId: 'TestClock.organizationId', inMs: 'float8' }),
  text: () => `
    select c.organization_id as "organizationId",
           greatest(0, coalesce(1000 * extract(epoch from c.lease_until - clock_timestamp()), 0))::float8 as "inMs"
      from test_clock c where c.is_advancing`,
});

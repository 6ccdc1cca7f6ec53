import { columns, derived } from '../db/columns.js';
import type { Queries } from '../db/database.js';
import { statement } from '../db/statement.js';
import { Problem } from '../errors/problem.js';
import { systemPrincipal } from '../principal/principal.js';
import type { Clock } from '../time/clock.js';
import type { IsoDate } from '../time/dates.js';
import { SERVICING_ZONE, servicingDate } from '../time/servicing-day.js';

const BUSINESS_TIME = systemPrincipal('business-time');

const ORGANIZATION = columns('Organization', 'o', ['id', 'isSandbox']);

const readBusinessTimes = statement({
  name: 'business_time.read',
  takes: { organizationIds: 'Organization.id[]' },
  gives: [ORGANIZATION, derived({ offsetDays: 'int4', isAdvancing: 'bool' })],
  text: ({ p, scope }) => `
    select ${ORGANIZATION}, coalesce((select c.offset_days from test_clock c where c.organization_id = o.id), 0) as "offsetDays",
           coalesce((select c.is_advancing from test_clock c where c.organization_id = o.id), false) as "isAdvancing"
      from organization o where o.id = any(${p.organizationIds}::text[]) and ${scope('o.id')}`,
});

/** Whether an organization is a sandbox never changes, so lenders are not read again. */
const lenders = new Set<string>();

/**
 * The clock for an organization's business rules: business days, due dates, retries, aging, charge-off. A lender's is
 * the given clock. A sandbox organization's is whole days ahead and is read each time, so that every process sees the
 * same day as soon as it is advanced.
 *
 * Leases, expiry of keys, quotes and tokens, idempotency, webhook retries, `posted_at`, `created_at` and cursors
 * never use it.
 *
 * @param on - reads the clock; inside a transaction, pass the transaction.
 */
export function businessClock(on: Queries, clock: Clock, organizationId: string): Promise<Clock> {
  return businessClockWithin(on, clock, [organizationId]);
}

/** The servicing date of an organization, by its business clock. */
export async function businessToday(on: Queries, clock: Clock, organizationId: string): Promise<IsoDate> {
  return servicingDate((await businessClock(on, clock, organizationId)).now());
}

/** Whether it is a sandbox organization. */
export async function isSandbox(on: Queries, organizationId: string): Promise<boolean> {
  return (await sandboxesAmong(on, [organizationId])).length > 0;
}

/**
 * The clock for an answer that covers several organizations. If all are sandboxes, it is the one furthest ahead. If a
 * lender is among them, or all organizations are covered, it is the lenders' clock, which no test clock moves.
 */
export async function businessClockWithin(
  on: Queries,
  clock: Clock,
  organizationIds: readonly string[] | 'all',
): Promise<Clock> {
  if (organizationIds === 'all') return clock;
  const sandboxes = await sandboxesAmong(on, organizationIds);
  if (organizationIds.some((id) => lenders.has(id))) return clock;
  const offsets = sandboxes.map(({ offsetDays }) => offsetDays);
  const days = Math.max(0, ...offsets);
  return days === 0 ? clock : ahead(clock, days);
}

async function sandboxesAmong(on: Queries, organizationIds: readonly string[]) {
  const asked = organizationIds.filter((id) => !lenders.has(id));
  if (asked.length === 0) return [];
  const principal = { ...BUSINESS_TIME, organizationIds: asked };
  const found = await on.many(principal, readBusinessTimes, { organizationIds: asked });
  // An id without an organization yet may become either kind.
  for (const { id, isSandbox } of found) if (!isSandbox) lenders.add(id);
  return found.filter(({ isSandbox }) => isSandbox);
}

/**
 * Sandbox organizations that are ahead and not being advanced. A sweep by the real day also includes them, each by
 * its own day. Those being advanced are left to the process that advances them.
 */
export function sandboxesAhead(scope: (column: string) => string): string {
  return `select c.organization_id from test_clock c
     where c.offset_days > 0 and not c.is_advancing and ${scope('c.organization_id')}`;
}

export function isNotAdvancing(column: string): string {
  return `not exists (select from test_clock c where c.organization_id = ${column} and c.is_advancing)`;
}

/**
 * Call it before a change to a sandbox organization: it fails while the organization's clock advances. It reads
 * nothing for a lender.
 *
 * @throws {Problem} `test_clock_advancing`
 */
export async function requireClockAtRest(on: Queries, organizationId: string): Promise<void> {
  const [own] = await sandboxesAmong(on, [organizationId]);
  if (own?.isAdvancing === true) throw new Problem('test_clock_advancing');
}

/** Days in New York time, so that the date there is that many days ahead whatever the hour and the UTC offset. */
function ahead(clock: Clock, days: number): Clock {
  return { now: () => clock.now().toZonedDateTimeISO(SERVICING_ZONE).add({ days }).toInstant() };
}

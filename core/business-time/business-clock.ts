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

/** Whether an organization is a sandbox is fixed when it is made: of lenders nothing is ever asked again. */
const lenders = new Set<string>();

/**
 * The clock that an organization's business runs on: business days, due dates, retries, aging, charge-off. Of a lender it is the clock
 * that was handed in, and nothing else. A sandbox organization is whole days ahead, and read anew each time, so that every process has
 * the same day the moment it is advanced.
 *
 * Leases, expiry of keys, quotes and tokens, idempotency, webhooks' retries, `posted_at`, `created_at` and cursors never run on it.
 *
 * @param on - where it is read: inside a transaction, that one.
 */
export function businessClock(on: Queries, clock: Clock, organizationId: string): Promise<Clock> {
  return businessClockWithin(on, clock, [organizationId]);
}

/** The servicing date of an organization, by its business clock. */
export async function businessToday(on: Queries, clock: Clock, organizationId: string): Promise<IsoDate> {
  return servicingDate((await businessClock(on, clock, organizationId)).now());
}

/** Whether it is for trying things. */
export async function isSandbox(on: Queries, organizationId: string): Promise<boolean> {
  return (await sandboxesAmong(on, [organizationId])).length > 0;
}

/**
 * The clock of what is told of several organizations at once: of sandboxes that of whichever is furthest. Whoever reaches a lender among
 * them, or all, is told of lenders, and nobody moves their day.
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
  // One that is not there yet may become either.
  for (const { id, isSandbox } of found) if (!isSandbox) lenders.add(id);
  return found.filter(({ isSandbox }) => isSandbox);
}

/**
 * Sandbox organizations that are ahead and rest: a sweep by the real day looks at them too, each by its own day. Those that are being advanced
 * are left to whoever advances them.
 */
export function organizationsAhead(scope: (column: string) => string): string {
  return `select c.organization_id from test_clock c
     where c.offset_days > 0 and not c.is_advancing and ${scope('c.organization_id')}`;
}

export function isNotAdvancing(column: string): string {
  return `not exists (select from test_clock c where c.organization_id = ${column} and c.is_advancing)`;
}

/**
 * What changes something for a sandbox organization waits until its clock rests. Of a lender nothing is asked.
 *
 * @throws {Problem} `test_clock_advancing`
 */
export async function requireClockAtRest(on: Queries, organizationId: string): Promise<void> {
  const [own] = await sandboxesAmong(on, [organizationId]);
  if (own?.isAdvancing === true) throw new Problem('test_clock_advancing');
}

/** Days of New York, so that the date there is as many days ahead whatever the hour, and whichever offset is in force. */
function ahead(clock: Clock, days: number): Clock {
  return { now: () => clock.now().toZonedDateTimeISO(SERVICING_ZONE).add({ days }).toInstant() };
}

import { statement } from '../../../core/db/statement.js';

const UNSCOPED = 'how running parts reach loan systems; no data of borrowers';

/** A part writes anew at least this often, seconds. */
export const SIGHTED_EVERY_SECONDS = 10;
/** What has not been written for this long is of a part that was killed, or is cut off from the database. */
const STALE_AFTER_SECONDS = 3 * SIGHTED_EVERY_SECONDS;

type Sighted = {
  instance: string;
  part: string;
  codes: readonly string[];
  /** JSON: {code, problems, lastCallAt, lastOutcome, isReachable, isBroken}. */
  sightings: string;
};

/** Writes all that a part sees, takes away what it sees no longer, and what parts left behind that were killed. */
export const writeSightings = statement<Sighted, never>({
  name: 'loan_system_sighting.write',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    with gone as (
      delete from loan_system_sighting
       where case when instance = ${p.instance} then loan_system_code <> all(${p.codes}::text[])
         else seen_at < clock_timestamp() - interval '10 minutes' end)
    insert into loan_system_sighting
      (instance, loan_system_code, part, seen_at, problems, last_call_at, last_outcome, is_reachable, is_broken)
    select ${p.instance}, s.code, ${p.part}, clock_timestamp(), s.problems, s."lastCallAt", s."lastOutcome",
           s."isReachable", s."isBroken"
      from jsonb_to_recordset(${p.sightings}::jsonb) as s (code text, problems text[], "lastCallAt" timestamptz,
        "lastOutcome" text, "isReachable" boolean, "isBroken" boolean)
    on conflict (instance, loan_system_code) do update set seen_at = excluded.seen_at, problems = excluded.problems,
      last_call_at = excluded.last_call_at, last_outcome = excluded.last_outcome,
      is_reachable = excluded.is_reachable, is_broken = excluded.is_broken`,
});

export const forgetSightings = statement<{ instance: string }, never>({
  name: 'loan_system_sighting.forget',
  unscoped: UNSCOPED,
  text: ({ p }) => `delete from loan_system_sighting where instance = ${p.instance}`,
});

/** How one running part reaches one loan system. */
export interface Sighting {
  readonly code: string;
  readonly instance: string;
  readonly part: string;
  readonly seenAt: string;
  readonly isStale: boolean;
  /** Why it cannot be set up there; empty: it is. */
  readonly problems: readonly string[];
  readonly lastCallAt: string | null;
  readonly lastOutcome: string | null;
  readonly isReachable: boolean | null;
  readonly isBroken: boolean;
}

export const sightingsOf = statement<{ codes: readonly string[] }, Sighting>({
  name: 'loan_system_sighting.of_systems',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select loan_system_code as code, instance, part, seen_at as "seenAt", ${isStale('seen_at')} as "isStale", problems,
      last_call_at as "lastCallAt", last_outcome as "lastOutcome", is_reachable as "isReachable", is_broken as "isBroken"
      from loan_system_sighting where loan_system_code = any(${p.codes}::text[])
     order by loan_system_code, part, instance`,
});

/** For the metric: nobody sees it, or somebody sees it and cannot use it, is 0. */
export const systemsUp = statement<Record<string, never>, { system: string; isUp: boolean }>({
  name: 'metrics.systems_up',
  unscoped: UNSCOPED,
  text: () => `
    select l.code as system, coalesce((
        select bool_and(g.problems = '{}' and not g.is_broken and g.is_reachable is not false)
          from loan_system_sighting g where g.loan_system_code = l.code and not ${isStale('g.seen_at')}), false) as "isUp"
      from loan_system l where l.is_active and l.organization_id is not null`,
});

function isStale(seenAt: string): string {
  return `(${seenAt} < clock_timestamp() - interval '${STALE_AFTER_SECONDS} seconds')`;
}

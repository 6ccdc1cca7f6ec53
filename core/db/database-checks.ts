import { Problem } from '../errors/problem.js';
import type { Check, Verdict } from '../health/readiness.js';
import { throttle } from '../health/throttle.js';
import { systemPrincipal } from '../principal/principal.js';
import { shareConcurrent } from '../telemetry/shared-read.js';
import type { Clock } from '../time/clock.js';
import { columns, derived } from './columns.js';
import type { Database } from './database.js';
import { StaleServerError } from './fence/stale-server-error.js';
import { inserted, overwritten, sql } from './insert-sql.js';
import { statement } from './statement.js';

const ping = statement({
  name: 'health.ping',
  unscoped: 'reads_no_rows',
  gives: derived({ nowMs: 'float8' }),
  text: () => 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"',
});

const BEAT = columns('Heartbeat', 'h', ['id']);

/**
 * Larger than a page and different each time, so that it needs new space: a full disk is detected once the pages of
 * earlier rows, which vacuum frees each minute, are used up.
 */
const beat = statement({
  name: 'health.write',
  unscoped: 'table_without_organizations',
  gives: BEAT,
  text: () => {
    const row = {
      id: sql('1'),
      beatenAt: sql('clock_timestamp()'),
      padding: sql(`decode(repeat(md5(clock_timestamp()::text), 512), 'hex')`),
    } as const;
    const { into, values } = inserted('Heartbeat', row, 'h');
    return `
    insert into ${into} values (${values})
    on conflict (id) do update set ${overwritten('Heartbeat', ['beatenAt', 'padding'])}
    returning ${BEAT}`;
  },
});

const WRITES_EVERY_MS = 5_000;

const applied = statement({
  name: 'health.migrations',
  unscoped: 'table_without_organizations',
  gives: derived({ name: 'text' }),
  text: () => 'select migration_name::text as name from _prisma_migrations where finished_at is not null',
});

const queueStands = statement({
  name: 'health.queue',
  unscoped: 'reads_no_rows',
  gives: derived({ stands: 'bool' }),
  text: () => `select to_regclass('graphile_worker.jobs') is not null as stands`,
});

const HEALTH = systemPrincipal('health');

export interface DatabaseCheckSource {
  readonly db: Database;
  readonly clock: Clock;
  /** How far our clock may differ from the database's. */
  readonly toleranceSeconds: number;
  /** Whether this part never writes: its database may be a replica. */
  readonly onlyReads: boolean;
  /** Every migration of this version. */
  readonly migrations: () => Promise<readonly { readonly name: string }[]>;
}

/**
 * The database answers and accepts writes; the clocks agree; every migration of this version, or of a newer one, is
 * applied; the job queue is set up.
 */
export function databaseChecks(source: DatabaseCheckSource): readonly Check[] {
  const { db, clock, toleranceSeconds, onlyReads } = source;
  // Applied migrations stay applied: once found, they are not checked again.
  let isMigrated = false;
  const pinged = shareConcurrent(() => pingAt(db, clock));
  const writes = throttle(WRITES_EVERY_MS, async () => (await db.first(HEALTH, beat, {})) !== undefined);
  const checks: readonly Check[] = [
    { name: 'database', isRequired: true, passes: () => pinged().then((answer) => answer !== undefined, staleServer) },
    ...(onlyReads ? [] : [{ name: 'database writes', isRequired: true, passes: writes }]),
    {
      name: 'clock',
      isRequired: true,
      passes: async () => clockVerdict(await pinged(), toleranceSeconds),
    },
    {
      name: 'migrations',
      isRequired: true,
      passes: async () => {
        isMigrated ||= await hasEveryMigration(source);
        return isMigrated;
      },
    },
    {
      name: 'queue',
      isRequired: true,
      passes: async () => (await db.first(HEALTH, queueStands, {}))?.stands === true,
    },
  ];
  // A check every few seconds must not take another connection each time from a frozen database.
  return checks.map((check) => ({ ...check, passes: shareConcurrent(check.passes) }));
}

/** The database's clock, between two readings of ours. */
interface Pinged {
  readonly beforeMs: number;
  readonly databaseMs: number;
  readonly afterMs: number;
}

async function pingAt(db: Database, clock: Clock): Promise<Pinged | undefined> {
  const beforeMs = clock.now().epochMilliseconds;
  const answer = await db.first(HEALTH, ping, {});
  return answer && { beforeMs, databaseMs: answer.nowMs, afterMs: clock.now().epochMilliseconds };
}

/** A refused server does answer; report why it is refused. */
function staleServer(error: unknown): Verdict {
  if (error instanceof Problem && error.cause instanceof StaleServerError) return { reason: error.cause.message };
  throw error;
}

/** The time of the query counts in our favour. Another check covers a database that does not answer. */
function clockVerdict(pinged: Pinged | undefined, toleranceSeconds: number): Verdict {
  if (pinged === undefined) return { reason: 'the database does not answer', isReportedOnly: true };
  const aheadMs = pinged.beforeMs - pinged.databaseMs;
  const behindMs = pinged.databaseMs - pinged.afterMs;
  const offMs = Math.max(aheadMs, behindMs);
  if (offMs <= toleranceSeconds * 1_000) return true;
  const side = aheadMs > behindMs ? 'ahead of' : 'behind';
  return { reason: `our clock is ${Math.round(offMs / 1_000)} s ${side} the database’s (CLOCK_TOLERANCE_SECONDS)` };
}

async function hasEveryMigration({ db, migrations }: DatabaseCheckSource): Promise<boolean> {
  const [rows, ours] = await Promise.all([db.many(HEALTH, applied, {}), migrations()]);
  const names = new Set(rows.map(({ name }) => name));
  return ours.every(({ name }) => names.has(name));
}

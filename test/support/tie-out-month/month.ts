import { systemClock } from '../../../core/time/clock.js';
import type { IsoDate } from '../../../core/time/dates.js';
import { businessDayOf, nextBusinessDay, previousBusinessDay } from '../../../ledger/rules/business-day.js';
import { Random } from '../../../prisma/seed/demo/random.js';
import { tieOutMacs } from '../../../runtime/assembly/tie-out-dependencies.js';
import { verifyResults } from '../../../subgraphs/payments/tie-out/comparison/seal-and-verify-results.js';
import type { TestDatabase } from '../database.js';
import { openFineract } from '../fineract/fineract-server.js';
import { compareWithKills } from './compare-with-kills.js';
import { FAULTS, FAULTS_DURING_OUTAGE, type Fault } from './faults.js';
import { LenderWithSystems, SYSTEMS } from './lender-with-systems.js';

export interface MonthOptions {
  /** Default: the test's own. */
  readonly database?: TestDatabase;
  /** Business days. */
  readonly days: number;
  /** Payments of each loan system on each day, in addition to those with faults. */
  readonly payments: number;
  /** How often each fault happens; 0: a month without faults. */
  readonly faults: number;
  /** How often the comparisons of a day are killed. */
  readonly kills: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
}

/** Counts for one kind of fault: caused, found, and found without a cause. */
export interface Tally {
  readonly kind: string;
  readonly seeded: number;
  readonly found: number;
  readonly invented: number;
}

export interface MonthOutcome {
  readonly payments: number;
  readonly kills: number;
  /** Results of days and sides, by their final completeness. */
  readonly complete: number;
  readonly incomplete: number;
  /** Results in which the two sides' sums differ. */
  readonly uneven: number;
  /** Results whose seals do not verify. */
  readonly unsealed: number;
  readonly tallies: readonly Tally[];
  /** `side kind reference`. */
  readonly missed: readonly string[];
  readonly invented: readonly string[];
}

const AWAY_FOR = 3;
const AWAY = 'fineract: unreachable for three days, not compared during them';
const DISPUTE_LOST = 'processor: a dispute lost';
const DISPUTE_WON = 'processor: a dispute won';

interface Seeded {
  readonly fault: Fault;
  readonly reference: string;
}

/**
 * Consecutive business days of one lender: payments, some reversed by the lender itself, autopay, and outside faults on
 * days chosen by the seed. Each day is compared on the next one. At the end the differences found are compared with the
 * faults caused.
 */
export async function simulateMonth(options: MonthOptions): Promise<MonthOutcome> {
  const { days, kills: killsPerDay, say = () => undefined } = options;
  const random = new Random(options.seed);
  const world = await LenderWithSystems.open(options.database, dayBeforeToday(days + 2), 6);
  try {
    const seeded: Seeded[] = [];
    const disputes = new Map<string, { seeded: number; found: number }>();
    const isFaulty = options.faults > 0;
    const plan = planned(options, random);
    const awayFrom = isFaulty ? Math.floor(days / 3) : days;
    const isAway = (number: number) => number >= awayFrom && number < awayFrom + AWAY_FOR;
    const nowhere = isFaulty ? await addressOfNobody() : '';
    let kills = 0;
    for (let number = 0; number < days; number += 1) {
      if (number === awayFrom) await world.moveFineract(nowhere);
      if (number === awayFrom + AWAY_FOR) await world.moveFineract(world.fineract.baseUrl);
      await ordinaryDay(world, options.payments, isAway(number));
      for (const fault of isAway(number) ? FAULTS_DURING_OUTAGE : [])
        seeded.push({ fault, reference: await fault.seed(world) });
      for (const fault of plan[number] ?? []) seeded.push({ fault, reference: await fault.seed(world) });
      if (isFaulty && number % 4 === 1) await dispute(world, disputes, DISPUTE_LOST, 'reversed');
      if (isFaulty && number % 4 === 3) await dispute(world, disputes, DISPUTE_WON, 'posted');
      say(`day ${number + 1} of ${days}, ${world.day}: ${seeded.length} faults so far`);
      await world.endDay();
      kills += await compareWithKills(world, killsPerDay, random);
    }
    const tallies = [...disputes].map(([kind, counted]) => ({ kind, ...counted, invented: 0 }));
    if (isFaulty) tallies.push({ kind: AWAY, seeded: AWAY_FOR, found: await notCompared(world), invented: 0 });
    return { kills, ...(await found(world, seeded, tallies)), ...(await told(world)) };
  } finally {
    await world.close();
  }
}

function dayBeforeToday(days: number): IsoDate {
  let day = businessDayOf(systemClock.now());
  for (let back = 0; back < days; back += 1) day = previousBusinessDay(day);
  return nextBusinessDay(day);
}

/** Faults by the number of their day; none of Fineract's during its outage. */
function planned({ days, faults }: MonthOptions, random: Random): readonly (readonly Fault[])[] {
  const plan: Fault[][] = Array.from({ length: days }, () => []);
  const awayFrom = Math.floor(days / 3);
  const present = plan.filter((_, number) => number < awayFrom || number >= awayFrom + AWAY_FOR);
  for (const fault of FAULTS) {
    for (let done = 0; done < faults; done += 1) present[random.between(0, present.length - 1)]?.push(fault);
  }
  return plan;
}

async function addressOfNobody(): Promise<string> {
  const gone = await openFineract({ checked: false });
  await gone.close();
  return gone.baseUrl;
}

async function ordinaryDay(world: LenderWithSystems, payments: number, isFineractAway: boolean): Promise<void> {
  for (const code of SYSTEMS) {
    if (code === 'fineract' && isFineractAway) continue;
    for (let made = 0; made < payments; made += 1) await world.pay(code);
    await world.payAndReverse(code);
  }
  await world.cards.charged(8_000);
}

/** The processor sends events about it, and the product reverses its posting, and posts it again: no difference. */
async function dispute(
  { cards }: LenderWithSystems,
  disputes: Map<string, { seeded: number; found: number }>,
  kind: typeof DISPUTE_LOST | typeof DISPUTE_WON,
  becomes: string,
): Promise<void> {
  const charged = await cards.charged(8_500);
  const opened = cards.returns.dispute(charged.charge);
  await cards.deliverEvent('charge.dispute.created', opened);
  if (kind === DISPUTE_WON) cards.returns.win(opened);
  else opened.status = 'lost';
  await cards.deliverEvent('charge.dispute.closed', opened);
  const before = disputes.get(kind) ?? { seeded: 0, found: 0 };
  const isFound = (await cards.statusOf(charged)) === becomes;
  disputes.set(kind, { seeded: before.seeded + 1, found: before.found + (isFound ? 1 : 0) });
}

/** Days on which Fineract was first not compared, and later complete. */
async function notCompared({ sql }: LenderWithSystems): Promise<number> {
  const { rows } = await sql.query(
    `select count(*)::int as days from tie_out_result away where away.subject = 'fineract' and away.completeness = 'not_compared'
        and exists (select from tie_out_result later where later.subject = away.subject and later.business_day = away.business_day
          and later.sequence > away.sequence and later.completeness = 'complete')`,
  );
  return rows[0].days;
}

/** Every difference that was ever found, open or not, compared with the faults caused. */
async function found(
  { sql }: LenderWithSystems,
  seeded: readonly Seeded[],
  others: readonly Tally[],
): Promise<Pick<MonthOutcome, 'tallies' | 'missed' | 'invented'>> {
  const { rows } = await sql.query(
    `select d.subject || ' ' || d.kind as is, d.reference from tie_out_difference d
       join operator_exception x on x.organization_id = d.organization_id and x.id = d.id order by 1, 2`,
  );
  const all = new Map<string, string>(rows.map(({ is, reference }) => [`${is} ${reference}`, is]));
  const expected = new Set(seeded.map(({ fault, reference }) => `${fault.is} ${reference}`));
  const invented = [...all.keys()].filter((one) => !expected.has(one));
  const missed = [...expected].filter((one) => !all.has(one));
  const inventedOf = (is: string) => invented.filter((one) => all.get(one) === is).length;
  const tallies = [...FAULTS, ...FAULTS_DURING_OUTAGE].map(({ name, is }, index, faults) => {
    const done = seeded.filter(({ fault }) => fault.name === name);
    const isFirst = faults.findIndex((one) => one.is === is) === index;
    const seen = done.filter(({ reference }) => all.has(`${is} ${reference}`)).length;
    return { kind: name, seeded: done.length, found: seen, invented: isFirst ? inventedOf(is) : 0 };
  });
  const known = new Set([...FAULTS, ...FAULTS_DURING_OUTAGE].map(({ is }) => is));
  const beside = invented.filter((one) => !known.has(all.get(one) ?? '')).length;
  const rest = { kind: 'any kind that was not seeded', seeded: 0, found: 0, invented: beside };
  return { tallies: [...tallies, ...others, rest], missed, invented };
}

async function told(
  world: LenderWithSystems,
): Promise<Pick<MonthOutcome, 'payments' | 'complete' | 'incomplete' | 'uneven' | 'unsealed'>> {
  const { db, config } = world.instance.resources;
  const results = await world.sql.query(
    `select count(*) filter (where completeness = 'complete')::int as complete,
            count(*) filter (where completeness <> 'complete')::int as incomplete,
            count(*) filter (where (ours_count, ours_cents, open_count) is distinct from (theirs_count, theirs_cents, 0))::int as uneven
       from (select distinct on (subject, business_day) * from tie_out_result order by subject, business_day, sequence desc) last`,
  );
  const payments = await world.sql.query('select count(*)::int as payments from collected_payment');
  const { findings } = await verifyResults(db, tieOutMacs(config));
  return { ...results.rows[0], ...payments.rows[0], unsealed: findings.length };
}

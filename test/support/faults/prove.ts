import { Random } from '../../../prisma/seed/demo/random.js';
import { until } from '../until.js';
import { auditBooks } from './audit-books.js';
import { auditEvents } from './audit-events.js';
import { auditOthers } from './audit-others.js';
import { auditPayments } from './audit-payments.js';
import { auditWebhooks } from './audit-webhooks.js';
import type { RetryingClient } from './client.js';
import type { Fault, FaultContext } from './fault.js';
import { type FaultInstance, openFaultInstance } from './fault-instance.js';
import { Load } from './load.js';
import type { RequestSizes } from './other-requests.js';
import { paymentRequest } from './payments.js';
import type { Acknowledged, Attempt, LoadRecord } from './record.js';
import { settled } from './settle.js';

export interface FaultsOptions {
  readonly faults: readonly Fault[];
  readonly seed: number;
  /** The number of clients for each kind of single payments. */
  readonly clients: number;
  readonly sizes: RequestSizes;
  /** How many times each fault happens, relative to its own number; 1: as often as the fault says. */
  readonly share: number;
  /** After this many minutes no further fault starts, except that each happens once if time permits. */
  readonly minutes?: number | undefined;
  readonly say?: (line: string) => void;
}

/** Measurements of one fault. Times are in milliseconds. */
export interface FaultFigures {
  readonly fault: string;
  readonly about: string;
  /** The number of affected processes or connections. */
  readonly count: number;
  readonly requests: number;
  readonly acknowledged: number;
  /** Requests answered with "try again", or by the loan system's refusal. */
  readonly refused: number;
  /** Requests without a response. */
  readonly cut: number;
  /** Responses that are errors of the product. */
  readonly wrong: number;
  readonly lost: number;
  readonly doubled: number;
  /** The longest time without an accepted single payment of one kind, during the fault or after it. */
  readonly longestGapMs: number;
  /** From the heal until each kind had an accepted payment that was sent after it; the longest of all times. */
  readonly recoveryMs: number;
}

export interface FaultsProof {
  readonly seed: number;
  readonly figures: readonly FaultFigures[];
  /** Faults that could not happen here, and why. */
  readonly missing: Readonly<Record<string, string>>;
  readonly events: number;
  readonly payments: number;
  /** All problems, one line each. */
  readonly problems: readonly string[];
}

const LANES = ['ledger', 'remote'] as const;
/** How many payments of each kind must have ended before the fault is healed, so that clients have noticed it. */
const NOTICED = 3;
const RECOVERS_WITHIN_MS = 120_000;

/** Runs each fault under the mixed load, and audits the acknowledged requests after each fault and at the end. */
export async function proveFaults(options: FaultsOptions): Promise<FaultsProof> {
  const { say = () => undefined } = options;
  const instance = await openFaultInstance();
  try {
    return await proven(instance, options, say);
  } finally {
    await instance.close();
  }
}

async function proven(
  instance: FaultInstance,
  options: FaultsOptions,
  say: (line: string) => void,
): Promise<FaultsProof> {
  const load = new Load({ instance, ...options });
  const { record } = load;
  const missing: Record<string, string> = {};
  const faults: Fault[] = [];
  for (const fault of options.faults) {
    const why = await fault.missing?.(instance);
    if (why === undefined) faults.push(fault);
    else missing[fault.name] = why;
  }
  for (const fault of faults) await fault.prepare?.(instance);
  await load.client.signIn();
  await listen(instance, load.client);
  const scene = { instance, record, random: new Random(options.seed) };
  const end = performance.now() + (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  const figures: FaultFigures[] = [];
  const problems: string[] = [];
  for (const fault of faults) {
    if (performance.now() > end) {
      missing[fault.name] = 'the time was over';
      continue;
    }
    const times = Math.max(1, Math.round(fault.times * options.share));
    const one = await underLoad(load, scene, fault, { times, end, say });
    figures.push(one.figures);
    problems.push(...one.problems);
    for (const line of [JSON.stringify(one.figures), ...one.problems]) say(line);
  }
  say('every fault is over; the whole is audited');
  problems.push(...(await wholeAudit(instance, load)));
  const { events, problems: ofEvents } = await auditEvents(instance, load.client.token);
  problems.push(...ofEvents, ...record.wrong.map((text) => `wrong answer: ${text}`));
  return { seed: options.seed, figures, missing, events, payments: record.of('payment').length, problems };
}

interface Bounds {
  readonly times: number;
  readonly end: number;
  readonly say: (line: string) => void;
}

async function underLoad(load: Load, scene: FaultContext, fault: Fault, { times, end, say }: Bounds) {
  const { record, instance } = scene;
  const [attemptsBefore, acknowledgedBefore] = [record.attempts.length, record.acknowledged.length];
  await load.start();
  const startedAt = performance.now();
  await accepting(record, startedAt, `before ${fault.name}`);
  let [count, recoveryMs, longestGapMs] = [0, 0, 0];
  for (let time = 0; time < times && (time === 0 || performance.now() < end); time += 1) {
    const beganAt = performance.now();
    const begun = await fault.begin(scene, time);
    await noticed(record, performance.now());
    await begun.heal();
    const healedAt = performance.now();
    await accepting(record, healedAt, `after ${begun.what}`);
    const recovered = Math.max(...LANES.map((lane) => record.acceptedSince(lane, healedAt) ?? healedAt)) - healedAt;
    count += begun.count;
    recoveryMs = Math.max(recoveryMs, recovered);
    longestGapMs = Math.max(longestGapMs, longestGap(record, beganAt));
    say(
      `${fault.name} ${time + 1} of ${times}: ${begun.what}, healed after ${Math.round(healedAt - beganAt)} ms, accepted again ${Math.round(recovered)} ms later`,
    );
  }
  await load.stop();
  const stuck = await settled(instance, record);
  const attempts = record.attempts.slice(attemptsBefore);
  const acknowledged = record.acknowledged.slice(acknowledgedBefore);
  const { lost, doubled } = await auditPayments(instance, acknowledged);
  const repeated = await repeatedUnderKey(instance, load.client, acknowledged);
  return {
    figures: {
      fault: fault.name,
      about: fault.about,
      count,
      ...counted(attempts),
      lost: lost.length,
      doubled: doubled.length + repeated.length,
      longestGapMs: Math.round(longestGapMs),
      recoveryMs: Math.round(recoveryMs),
    },
    problems: [
      ...stuck.map((what) => `${fault.name}: ${what}`),
      ...lost.map((what) => `${fault.name}: lost ${what}`),
      ...[...doubled, ...repeated].map((what) => `${fault.name}: doubled ${what}`),
    ],
  };
}

/** Waits until each kind has an accepted payment that was sent at or after `since`. */
async function accepting(record: LoadRecord, since: number, when: string): Promise<void> {
  const isAccepting = () => LANES.every((lane) => record.acceptedSince(lane, since) !== undefined);
  await until(isAccepting, `payments are accepted in each lane ${when}`, RECOVERS_WITHIN_MS);
}

/**
 * Waits until clients of each kind have met the fault: some of their payments have ended, with or without a response.
 */
async function noticed(record: LoadRecord, since: number): Promise<void> {
  const hasNoticed = () => {
    const ended = record.endedSince(since);
    return LANES.every((lane) => ended.filter((attempt) => attempt.lane === lane).length >= NOTICED);
  };
  await until(hasNoticed, 'payments of each lane have ended while the fault lasts', RECOVERS_WITHIN_MS);
}

/** For both kinds: the longest time between two accepted payments, from the last one before `since` on. */
function longestGap({ attempts }: LoadRecord, since: number): number {
  return Math.max(
    ...LANES.map((lane) => {
      const ends = attempts
        .filter((one) => one.lane === lane && one.verdict === 'acknowledged')
        .map(({ endedAt }) => endedAt);
      const sorted = ends.toSorted((one, other) => one - other);
      const relevant = sorted.filter(
        (at, index) => at >= since || (sorted[index + 1] ?? Number.POSITIVE_INFINITY) >= since,
      );
      return Math.max(0, ...relevant.slice(1).map((at, index) => at - (relevant[index] ?? at)));
    }),
  );
}

function counted(attempts: readonly Attempt[]) {
  const of = (...verdicts: readonly Attempt['verdict'][]) =>
    attempts.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return {
    requests: attempts.length,
    acknowledged: of('acknowledged'),
    refused: of('refused', 'rejected'),
    cut: of('cut'),
    wrong: of('wrong'),
  };
}

/** Sends some payments again under their keys. @returns those that resulted in a different payment */
async function repeatedUnderKey(
  instance: FaultInstance,
  client: RetryingClient,
  acknowledged: readonly Acknowledged[],
): Promise<readonly string[]> {
  const payments = acknowledged.flatMap((one) => (one.kind === 'payment' ? [one] : []));
  const found: string[] = [];
  for (const payment of payments.filter((_, n) => n % Math.ceil(payments.length / MOST_REPEATED) === 0)) {
    const answer = await client.settle({ lane: 'others', ...paymentRequest(instance, payment) });
    // Accepted as 202 and later found not posted: that is the key's final answer.
    const isSettledAsFailed = payment.status === 202 && answer?.status === 422;
    if (answer?.json?.payment_id !== payment.id && !isSettledAsFailed)
      found.push(`${payment.reference}, sent again: ${answer?.status} ${answer?.text}`);
  }
  return found;
}

const MOST_REPEATED = 100;

async function wholeAudit(instance: FaultInstance, { record }: Load): Promise<readonly string[]> {
  const { lost, doubled } = await auditPayments(instance, record.acknowledged);
  return [
    ...lost.map((what) => `in the end lost ${what}`),
    ...doubled.map((what) => `in the end doubled ${what}`),
    ...(await auditBooks(instance)),
    ...(await auditOthers(instance, record)),
    ...(await auditWebhooks(instance)),
  ];
}

/** From now on the receiver gets every event of a payment. */
async function listen({ split, receiver }: FaultInstance, client: RetryingClient): Promise<void> {
  const body = JSON.stringify({ url: receiver.url, types: ['payment.*'] });
  const made = await client.settle({ lane: 'others', url: `${split.baseUrl}/v1/webhook-endpoints`, body });
  if (made?.status !== 201) throw new Error(`no webhook endpoint: ${made?.status} ${made?.text}`);
}

import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '../api.js';
import { hurryLookups } from '../hurry-lookups.js';
import type { KillableProduct } from '../killable-product.js';
import { mapConcurrently } from '../map-concurrently.js';
import { until } from '../until.js';
import { FaultPlan } from './fault-plan.js';
import type { ProofSetting } from './proof-setting.js';

export interface Faults {
  readonly kills: number;
  readonly cuts: number;
}

const AT_A_TIME = 24;
const REPORTS = 10;
const FIRST_CENTS = 1_000;
/** After so many refusals a client gives up. */
const MOST_TRIES = 50;
/**
 * Only a new payment or reversal causes a kill. On a slow machine each kill would come before the lookups of the one
 * before: so nothing new is sent while an outcome is unknown for longer than this.
 */
const UNKNOWN_AT_MOST_S = 60;
const KNOWN_WITHIN_MS = 300_000;

/** What clients got, and the reasons of refusals with their number. */
export interface Outcomes {
  /** The ids of the payments that have the wanted status. */
  readonly done: readonly string[];
  readonly refusals: Readonly<Record<string, number>>;
}

/** Records payments while connections break; one that is refused is recorded again under a new key. */
export function payWhileBroken(setting: ProofSetting, payments: number, faults: Faults): Promise<Outcomes> {
  const { product, loans } = setting;
  const orders = Array.from({ length: payments }, (_, n) => ({
    account: loans[n % loans.length]?.account ?? '',
    amount: FIRST_CENTS + n,
  }));
  const record = (order: (typeof orders)[number]) => product.record({ ...order, key: randomUUID() });
  return whileBroken(setting, orders, faults, { status: 'posted', send: record });
}

/** The same for reversals of payments. */
export function reverseWhileBroken(setting: ProofSetting, ids: readonly string[], faults: Faults): Promise<Outcomes> {
  const reverse = (id: string) => setting.product.reverse(id, randomUUID());
  return whileBroken(setting, ids, faults, { status: 'reversed', send: reverse });
}

interface Request<T> {
  readonly status: string;
  /** Sends it under a new key. */
  send(item: T): Promise<ApiAnswer>;
}

async function whileBroken<T>(
  { product, proxy, say }: ProofSetting,
  items: readonly T[],
  { kills, cuts }: Faults,
  { status, send }: Request<T>,
): Promise<Outcomes> {
  const plan = new FaultPlan(kills, cuts, items.length);
  let restarting: Promise<void> | undefined;
  proxy.follow(plan, () => {
    if (restarting !== undefined) return false;
    restarting = product.killAndStart().finally(() => {
      restarting = undefined;
    });
    restarting.catch(() => undefined); // every client that waits for the start fails with it
    return true;
  });
  const hurrying = setInterval(() => void hurryLookups(product.sql).catch(() => undefined), 500);
  const mayBreak = () => plan.left === 0 || isEveryOutcomeRecent(product);
  const [done, refusals]: [string[], Record<string, number>] = [[], {}];
  const sendUntilDone = async (item: T): Promise<void> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      await until(mayBreak, 'no outcome is unknown for long', KNOWN_WITHIN_MS);
      const { json } = await send(item);
      if (json.status === status) return void done.push(json.payment_id);
      const reason = json.detail?.reason ?? json.detail?.error_code ?? json.status;
      refusals[reason] = (refusals[reason] ?? 0) + 1;
    }
    throw new Error(`refused ${MOST_TRIES} times: ${JSON.stringify(refusals)}`);
  };
  await mapConcurrently(items, AT_A_TIME, async (item) => {
    await sendUntilDone(item);
    if (done.length % Math.ceil(items.length / REPORTS) === 0)
      say(`${done.length} of ${items.length} are ${status}; ${plan.left} of ${kills + cuts} faults are left`);
  }).finally(async () => {
    clearInterval(hurrying);
    await proxy.rest();
    await restarting;
  });
  if (plan.left > 0) throw new Error(`${plan.left} of ${kills + cuts} faults did not happen`);
  return { done, refusals };
}

/** Whether no payment and no reversal waits for its outcome for long. */
async function isEveryOutcomeRecent({ sql }: KillableProduct): Promise<boolean> {
  const open = `status in ('pending', 'pending_confirmation') and created_at < now() - make_interval(secs => $1)`;
  const { rowCount } = await sql.query(
    `select 1 from collected_payment where ${open} union all select 1 from payment_reversal where ${open} limit 1`,
    [UNKNOWN_AT_MOST_S],
  );
  return rowCount === 0;
}

import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '../api.js';
import { hurryLookups } from '../hurry-lookups.js';
import { mapConcurrently } from '../map-concurrently.js';
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
  const [done, refusals]: [string[], Record<string, number>] = [[], {}];
  const sendUntilDone = async (item: T): Promise<void> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
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

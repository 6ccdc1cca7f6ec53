import { pendingWhile } from '../ui/data-pending-attribute';
import { type MoneyRequest, type MoneyResult, nameOf, send } from './money-request';
import { outcomeOf } from './outcome-of-error';
import { forgetUnsettled, keepUnsettled, unsettledRequests } from './unsettled-requests';

export type MoneyState =
  | { readonly name: 'sending' }
  | { readonly name: 'unknown'; readonly error?: unknown }
  | { readonly name: 'not_posted' }
  | { readonly name: 'refused'; readonly error: unknown }
  | { readonly name: 'done'; readonly result: MoneyResult };

/** A payment or reversal that was sent from this tab. */
export interface SentMoney {
  readonly operator: string;
  readonly key: string;
  readonly sent: MoneyRequest;
  readonly state: MoneyState;
  /** Whether its outcome has been unknown at some time: then it is shown outside its dialog too. */
  readonly wasUnknown: boolean;
}

type All = ReadonlyMap<string, SentMoney>;

let all: All = new Map(
  unsettledRequests().map(([name, unsettled]) => [
    name,
    { ...unsettled, state: { name: 'unknown' }, wasUnknown: true } as const,
  ]),
);
const listeners = new Set<() => void>();

export function sentMoney(): All {
  return all;
}

export function onSentMoney(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Sends a payment or reversal once, however often the button is pressed. A request that certainly posted nothing keeps
 * its key while it is unchanged; a corrected one gets a new key.
 */
export async function submitMoney(operator: string, sent: MoneyRequest): Promise<void> {
  const before = all.get(nameOf(sent));
  if (before?.state.name === 'sending' || before?.state.name === 'unknown') return;
  const isSame = before?.state.name === 'not_posted' && JSON.stringify(before.sent) === JSON.stringify(sent);
  const key = isSame ? before.key : crypto.randomUUID();
  await perform({ operator, key, sent, state: { name: 'sending' }, wasUnknown: false });
}

/** Sends the same request again, with the same key: it cannot be carried out twice. */
export async function askAgain(name: string): Promise<void> {
  const found = all.get(name);
  if (found?.state.name === 'unknown') await perform({ ...found, state: { name: 'sending' } });
}

/** Forgets a request whose outcome is known; an unknown one is kept. */
export function forgetMoney(name: string): void {
  const state = all.get(name)?.state.name;
  if (state !== 'sending' && state !== 'unknown') put(name, undefined);
}

/** Forgets the outcomes that were shown; requests without an outcome stay, for the operator who sent them. */
export function forgetOutcomes(): void {
  for (const name of all.keys()) forgetMoney(name);
}

async function perform(money: SentMoney): Promise<void> {
  const { operator, key, sent } = money;
  const name = nameOf(sent);
  keepUnsettled(name, { operator, key, sent });
  put(name, money);
  const state = await pendingWhile(stateAfter(money));
  if (state.name !== 'unknown') forgetUnsettled(name);
  put(name, { ...money, state, wasUnknown: money.wasUnknown || state.name === 'unknown' });
}

async function stateAfter({ sent, key, wasUnknown }: SentMoney): Promise<MoneyState> {
  try {
    return { name: 'done', result: await send(sent, key) };
  } catch (error) {
    const name = outcomeOf(error, wasUnknown);
    return name === 'not_posted' ? { name } : { name, error };
  }
}

function put(name: string, money: SentMoney | undefined): void {
  const next = new Map(all);
  if (money === undefined) next.delete(name);
  else next.set(name, money);
  all = next;
  for (const listener of listeners) listener();
}

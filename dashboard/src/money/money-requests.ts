import { forgetTypedInto } from '../session/typed-values';
import { pendingWhile } from '../ui/data-pending-attribute';
import { approvalRequestOf } from './approval-request-of-error';
import {
  formOf,
  isForgotten,
  keptWhileOpen,
  type MoneyRequest,
  type MoneyResult,
  nameOf,
  send,
  withoutDetails,
} from './money-request';
import { outcomeByKey } from './outcome-by-key';
import { outcomeOf } from './outcome-of-error';
import { forgetUnsettled, keepUnsettled, unsettledRequests } from './unsettled-requests';

export type MoneyState =
  | { readonly name: 'sending' }
  | { readonly name: 'unknown'; readonly error?: unknown }
  | { readonly name: 'not_posted' }
  | { readonly name: 'refused'; readonly error: unknown }
  | { readonly name: 'done'; readonly result: MoneyResult };

/** A payment, a reversal or a write to the ledger that was sent from this tab. */
export interface SentMoney {
  readonly operator: string;
  readonly key: string;
  readonly sent: MoneyRequest;
  /** When it was first sent, in milliseconds since the epoch. */
  readonly sentAt: number;
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
 * Sends a request once, however often the button is pressed. A request that certainly posted nothing keeps
 * its key while it is unchanged; a corrected one gets a new key.
 */
export async function submitMoney(operator: string, sent: MoneyRequest): Promise<void> {
  const before = all.get(idOf(operator, nameOf(sent)));
  if (before?.state.name === 'sending' || before?.state.name === 'unknown') return;
  const isSame = before?.state.name === 'not_posted' && JSON.stringify(before.sent) === JSON.stringify(sent);
  const key = isSame ? before.key : crypto.randomUUID();
  await perform({ operator, key, sent, sentAt: Date.now(), state: { name: 'sending' }, wasUnknown: false });
}

/** How long a request of unknown outcome is sent again by itself; later a person decides, who may have recorded it elsewhere. */
const ASKED_BY_ITSELF_MS = 5 * 60_000;
/** The server forgets keys after 30 days: then the same key is a new payment. */
const KEY_LIVES_MS = 29 * 24 * 3_600_000;

export function isAskedByItself({ sentAt }: Pick<SentMoney, 'sentAt'>): boolean {
  return Date.now() - sentAt < ASKED_BY_ITSELF_MS;
}

export function mayBeAsked({ sentAt }: Pick<SentMoney, 'sentAt'>): boolean {
  return Date.now() - sentAt < KEY_LIVES_MS;
}

/** Under which the requests of each operator are kept. */
export function idOf(operator: string, name: string): string {
  return `${operator} ${name}`;
}

/** Sends the same request again, with the same key: it cannot be carried out twice. */
export async function askAgain(id: string): Promise<void> {
  const found = all.get(id);
  if (found?.state.name !== 'unknown' || !mayBeAsked(found)) return;
  await perform({ ...found, state: { name: 'sending' } }, found.state.error);
}

/**
 * Whether it may be dismissed while its outcome is unknown: when it can no longer be asked for, or when it cannot be sent
 * again and asking for it has not helped for minutes.
 */
export function mayBeForgotten(money: SentMoney): boolean {
  return !mayBeAsked(money) || (isForgotten(money.sent) && !isAskedByItself(money));
}

/** Forgets a request whose outcome is known; an unknown one is kept while it can be asked for. */
export function forgetMoney(id: string): void {
  const found = all.get(id);
  if (found === undefined || found.state.name === 'sending') return;
  if (found.state.name === 'unknown' && !mayBeForgotten(found)) return;
  forgetUnsettled(id);
  put(id, undefined);
}

/**
 * At the end of a session: forgets the outcomes that were shown. Requests without an outcome stay for the operator who
 * sent them, but only what is needed to ask for it: a memo may name a person, and so may the reason of a reversal.
 */
export function forgetOutcomes(): void {
  for (const [id, money] of all) {
    const { state, operator, key, sentAt } = money;
    if (state.name !== 'unknown' && state.name !== 'sending') forgetMoney(id);
    else {
      const sent = withoutDetails(money.sent);
      keepUnsettled(id, { operator, key, sent, sentAt });
      put(id, { ...money, sent });
    }
  }
}

/** @param earlier - the error of the try before, if there was one. */
async function perform(money: SentMoney, earlier?: unknown): Promise<void> {
  const { operator, key, sent, sentAt } = money;
  const id = idOf(operator, nameOf(sent));
  keepUnsettled(id, { operator, key, sent: keptWhileOpen(sent), sentAt });
  put(id, money);
  const state = await pendingWhile(stateAfter(money, earlier));
  if (state.name !== 'unknown') forgetUnsettled(id);
  const isRequested = state.name === 'refused' && approvalRequestOf(state.error) !== undefined;
  if (state.name === 'done' || isRequested) forgetTypedInto(formOf(sent));
  // If the session has ended since, the details are forgotten.
  const kept = all.get(id)?.sent ?? sent;
  put(id, { ...money, sent: kept, state, wasUnknown: money.wasUnknown || state.name === 'unknown' });
}

async function stateAfter({ sent, key, wasUnknown }: SentMoney, earlier: unknown): Promise<MoneyState> {
  try {
    return { name: 'done', result: await (isForgotten(sent) ? outcomeByKey(sent, key) : send(sent, key)) };
  } catch (error) {
    const name = outcomeOf(error, wasUnknown, earlier);
    return name === 'not_posted' ? { name } : { name, error };
  }
}

function put(id: string, money: SentMoney | undefined): void {
  const next = new Map(all);
  if (money === undefined) next.delete(id);
  else next.set(id, money);
  all = next;
  for (const listener of listeners) listener();
}

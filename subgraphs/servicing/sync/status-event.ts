import type { NormalizedLifecycleEvent } from '../../../connectors/loan-systems/projection/account-change.js';
import type { AccountStatusCode, LifecycleEventType } from '../../../core/contract/account.js';
import type { IsoInstant } from '../../../core/dates.js';

export interface StatusMove {
  /** As we knew it; null: the account is new to us. */
  readonly from: AccountStatusCode | null;
  readonly to: AccountStatusCode;
  /** What the loan system itself dates. */
  readonly dated: readonly NormalizedLifecycleEvent[];
  /** Of the dated ones, those that we have had before, as `type at instant`. */
  readonly known: ReadonlySet<string>;
  readonly seenAt: IsoInstant;
}

/**
 * The event of a change of status that the loan system does not date itself: it is dated by when it was seen. Nothing becomes
 * of a move to `pending` or `unknown`: no event says that.
 */
export function undatedEvent({ from, to, dated, known, seenAt }: StatusMove): NormalizedLifecycleEvent | undefined {
  if (from === to) return undefined;
  if (dated.some((event) => event.toStatus === to && !known.has(eventKey(event)))) return undefined;
  const before = from ?? dated.at(-1)?.toStatus ?? null;
  const type = before === to ? undefined : typeOf(before, to);
  return type === undefined ? undefined : { type, fromStatus: before, toStatus: to, occurredAt: seenAt };
}

export function eventKey({ type, occurredAt }: Pick<NormalizedLifecycleEvent, 'type' | 'occurredAt'>): string {
  return `${type} at ${occurredAt}`;
}

function typeOf(from: AccountStatusCode | null, to: AccountStatusCode): LifecycleEventType | undefined {
  switch (to) {
    case 'pending':
    case 'unknown':
      return undefined;
    case 'closed':
      return to;
    case 'active':
    case 'delinquent':
      if (from === 'paid_in_full' || from === 'closed' || from === 'charged_off') return 'reopened';
      if (to === 'delinquent') return to;
      return from === null || from === 'pending' ? 'opened' : 'current';
    case 'charged_off':
    case 'paid_in_full':
      return to;
  }
}

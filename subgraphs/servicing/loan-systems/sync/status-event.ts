import type { AccountStatusCode, LifecycleEventType } from '../../../../core/contract/account.js';
import type { IsoInstant } from '../../../../core/time/dates.js';
import type { NormalizedLifecycleEvent } from '../../../../loan-model/projection/account-change.js';

export interface StatusMove {
  /** As we knew it; null: the account is new to us. */
  readonly from: AccountStatusCode | null;
  readonly to: AccountStatusCode;
  /** What the loan system itself dates, of its whole past. */
  readonly dated: readonly NormalizedLifecycleEvent[];
  /** What was recorded before. */
  readonly known: readonly RecordedEvent[];
  readonly seenAt: IsoInstant;
}

export type RecordedEvent = Pick<NormalizedLifecycleEvent, 'type' | 'occurredAt'>;

/**
 * What a reading adds to the lifecycle of a loan. A loan that is read for the first time has one event, from null to the
 * status that it was found in: what came before happened elsewhere, and systems differ in how much of it they tell. From then
 * on each event leads from where the one before had led. An event is dated by the loan system where that dates it, otherwise
 * by when it was seen. No event says that a loan became `pending` or `unknown`.
 */
export function statusEvents({ from, to, dated, known, seenAt }: StatusMove): readonly NormalizedLifecycleEvent[] {
  const type = from === to ? undefined : typeOf(from, to);
  if (type === undefined) return [];
  const fresh = dated.filter((event) => !known.some((one) => isSame(one, event)));
  const occurredAt = fresh.findLast((event) => event.type === type && event.toStatus === to)?.occurredAt ?? seenAt;
  const between = from === null ? [] : passedThrough(fresh, to, latestOf(known), occurredAt);
  const before = between.at(-1)?.toStatus ?? from;
  const last = { type: typeOf(before, to) ?? type, toStatus: to, occurredAt };
  return linked(from, [...between, last]);
}

/** Statuses that a loan took and left again between two readings. */
function passedThrough(
  fresh: readonly NormalizedLifecycleEvent[],
  to: AccountStatusCode,
  after: string,
  until: IsoInstant,
): readonly NormalizedLifecycleEvent[] {
  return fresh.filter(({ toStatus, occurredAt }) => toStatus !== to && occurredAt > after && occurredAt <= until);
}

function linked(
  from: AccountStatusCode | null,
  events: readonly Omit<NormalizedLifecycleEvent, 'fromStatus'>[],
): readonly NormalizedLifecycleEvent[] {
  return events.map((event, index) => ({ ...event, fromStatus: events[index - 1]?.toStatus ?? from }));
}

function latestOf(known: readonly RecordedEvent[]): string {
  return known.reduce((latest, { occurredAt }) => (occurredAt > latest ? occurredAt : latest), '');
}

function isSame(one: RecordedEvent, other: RecordedEvent): boolean {
  return one.type === other.type && one.occurredAt === other.occurredAt;
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

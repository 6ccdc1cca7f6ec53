import type { AccountStatusCode, LifecycleEventType } from '../../../../core/contract/account-enumerations.js';
import type { IsoInstant } from '../../../../core/time/dates.js';
import type { NormalizedLifecycleEvent } from '../../../../loan-model/projection/account-change.js';

export interface StatusMove {
  /** The stored status; null: the account is new to Tributary. */
  readonly from: AccountStatusCode | null;
  readonly to: AccountStatusCode;
  /** The dated status changes that the loan system reports, for the whole history. */
  readonly dated: readonly NormalizedLifecycleEvent[];
  /** The events already recorded. */
  readonly known: readonly RecordedEvent[];
  readonly seenAt: IsoInstant;
}

export type RecordedEvent = Pick<NormalizedLifecycleEvent, 'type' | 'occurredAt'>;

/**
 * The lifecycle events that a reading adds to a loan. A loan that is read for the first time gets one event, from null
 * to its current status: earlier changes happened outside Tributary, and systems differ in how much of them they
 * report. After that, each event starts from the status where the one before ended. An event has the loan system's date
 * if there is one, otherwise the time of the reading. There are no events for changes to `pending` or `unknown`.
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

/** Statuses that a loan entered and left between two readings. */
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

import type { NormalizedEvent } from '../../../../connectors/email-providers/port.js';
import { newId } from '../../../../core/ids/ids.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { arriving, enter, setsOf } from '../campaign-event/enter-events.js';
import { enterInHalves } from '../campaign-event/enter-together-halving-on-failure.js';
import { insertPoison } from '../poison-event/poison-event.store.js';
import type { ReadBatch } from './parsed-call.js';
import { setAsideUnreadable } from './set-aside-unreadable-events.js';

const WEBHOOKS = systemPrincipal('webhooks');

export type EnteringParts = Pick<ServiceParts, 'db' | 'secrets' | 'logger'>;

interface CalledEvent {
  readonly call: ReadBatch;
  readonly position: number;
  readonly event: NormalizedEvent;
}

/** Reports progress per call to the worker's claim, so that no call waits for another. */
export interface Progress {
  /** All events of these calls are entered or set aside. */
  settle(calls: readonly ReadBatch[]): Promise<void>;
  /** These calls are still in progress: renew their lease. */
  keep(calls: readonly ReadBatch[]): Promise<void>;
}

/** Enters the events of several calls, grouped by source. @returns how many were set aside */
export async function enterCalls(
  parts: EnteringParts,
  calls: readonly ReadBatch[],
  progress: Progress,
): Promise<number> {
  const { db, logger } = parts;
  let poison = 0;
  for (const call of calls) poison += await setAsideUnreadable(db, logger, call);
  const open = new Set(calls);
  const settle = async (done: readonly ReadBatch[]): Promise<void> => {
    for (const call of done) open.delete(call);
    if (done.length > 0) await progress.settle(done);
    if (open.size > 0) await progress.keep([...open]);
  };
  const sets = bySource(calls).flatMap(setsOf);
  const last = new Map(sets.flatMap((events, set) => events.map(({ call }) => [call, set] as const)));
  const endingWith = (set: number) => calls.filter((call) => last.get(call) === set);
  const empty = calls.filter((call) => !last.has(call));
  if (empty.length > 0) await settle(empty);
  for (const [set, events] of sets.entries()) {
    poison += await enterSome(parts, events);
    await settle(endingWith(set));
  }
  return poison;
}

function bySource(calls: readonly ReadBatch[]): readonly (readonly CalledEvent[])[] {
  const sources = new Map<string, CalledEvent[]>();
  for (const call of calls) {
    if (call.read.kind === 'malformed') continue;
    const events = sources.get(call.batch.source) ?? [];
    for (const placed of call.read.events) events.push({ call, ...placed });
    sources.set(call.batch.source, events);
  }
  return [...sources.values()];
}

async function enterSome({ db, logger, secrets }: EnteringParts, items: readonly CalledEvent[]): Promise<number> {
  const [first] = items;
  if (first === undefined) return 0;
  const { provider, source } = first.call.batch; // all from one source, so from one provider
  return enterInHalves(db, logger, {
    items,
    enter: (tx, some: readonly CalledEvent[]) => enter(tx, secrets, { provider, source, events: some.map(enteringOf) }),
    setAside: async (called, failure) => {
      const kept = JSON.stringify({ source, ...enteringOf(called) });
      await db.many(WEBHOOKS, insertPoison, {
        id: newId(),
        batchId: called.call.batch.id,
        position: called.position,
        provider,
        event: kept,
        ...failure,
      });
    },
  });
}

function enteringOf({ call, event }: CalledEvent) {
  const { isSigned, organizationIds } = call.batch;
  return { isSigned, organizationIds, event: arriving(event) };
}

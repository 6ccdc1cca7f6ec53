import { withService } from '../../runtime/assembly/command-services.js';
import { KEEPS_SECRETS } from '../../runtime/command-session.js';
import type { PoisonEventService } from '../../subgraphs/messaging/provider-events/poison-event/poison-event.service.js';
import type { PoisonEventRow } from '../../subgraphs/messaging/provider-events/poison-event/poison-event.store.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { type Answer, type Columns, group, members, tableOf, withAnswer } from '../command-result-as-json-or-text.js';
import { everyItem } from '../every-page.js';
import { operand, option } from '../options.js';
import { approveIdentifier } from './campaign-events-approve-identifier.js';
import { webhookAddresses } from './email-provider-webhook-addresses.js';

/** Page size when events are listed or replayed. */
const AT_A_TIME = 100;

export const campaignEventsCommands = group(
  'events from email providers: addresses that receive them, campaign identifiers, events that could not be stored',
  {
    addresses: webhookAddresses,
    approve: approveIdentifier,
    failed: withAnswer('list events that were set aside and not replayed, newest first', [], async () => {
      const { items, page } = await withService('emailProviderEvents', (service) =>
        unreplayed(service.poisonEvents, 1_000),
      );
      const more = page.hasMore ? '\n(the newest 1000)' : '';
      return {
        document: { events: items.map(document), has_more: page.hasMore },
        text: items.length === 0 ? 'No events were set aside.' : `${tableOf(items, COLUMNS)}${more}`,
      };
    }),
    replay: withAnswer(
      'try to store events that were set aside',
      [
        operand('[id...]', 'the events, as `failed` lists them', { as: 'ids' }),
        option('--all', 'every event that was not replayed yet'),
      ],
      async ({ ids, all = false }) => {
        if (all === ids.length > 0) throw new CommandError('name the events to replay, or give --all', 2);
        const replayed = (service: PoisonEventService) => (all ? replayAll(service) : replayNamed(service, ids));
        return answerOf(
          await withService('emailProviderEvents', ({ poisonEvents }) => replayed(poisonEvents), KEEPS_SECRETS),
        );
      },
    ),
  },
);

async function replayNamed(events: PoisonEventService, ids: readonly string[]): Promise<readonly PoisonEventRow[]> {
  const tried = await replay(events, ids);
  const unknown = ids.filter((id) => !tried.some((event) => event.id === id));
  if (unknown.length === 0) return tried;
  const others = tried.length === 0 ? '' : `; the others: ${answerOf(tried).text}`;
  throw new CommandError(`no event was set aside as ${unknown.join(', ')}${others}`);
}

/** Reads all of them first: an event that fails again is not tried twice. */
async function replayAll(events: PoisonEventService): Promise<readonly PoisonEventRow[]> {
  const found = await everyItem((cursor) => unreplayed(events, AT_A_TIME, cursor));
  return replay(
    events,
    found.map(({ id }) => id),
  );
}

async function replay(events: PoisonEventService, ids: readonly string[]): Promise<readonly PoisonEventRow[]> {
  const tried: PoisonEventRow[] = [];
  for (let from = 0; from < ids.length; from += AT_A_TIME) {
    tried.push(...(await events.replay(commandLinePrincipal(), ids.slice(from, from + AT_A_TIME))));
  }
  return tried;
}

function unreplayed(events: PoisonEventService, limit: number, cursor: string | null = null) {
  return events.list(commandLinePrincipal(), { isReplayed: false, limit, cursor });
}

function answerOf(tried: readonly PoisonEventRow[]): Answer {
  const replayed = tried.filter(({ replayedAt }) => replayedAt !== null);
  const failed = tried.filter(({ replayedAt }) => replayedAt === null);
  const summary = `Replayed ${replayed.length}, failed again ${failed.length}.`;
  return {
    document: { replayed: replayed.map(document), failed: failed.map(document) },
    text: failed.length === 0 ? summary : `${summary}\n${tableOf(failed, COLUMNS)}`,
  };
}

const COLUMNS: Columns<PoisonEventRow> = {
  ID: 'id',
  PROVIDER: 'provider',
  TYPE: ({ eventType }) => eventType ?? '-',
  'SET ASIDE': 'createdAt',
  ATTEMPTS: 'attempts',
  ERROR: 'error',
};

function document(event: PoisonEventRow) {
  return members(
    event,
    'id batch_id position provider provider_event_id event_type error attempts created_at replayed_at',
  );
}

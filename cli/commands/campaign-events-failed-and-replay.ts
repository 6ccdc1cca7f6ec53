import type { Command } from 'commander';
import { providerEventsOf } from '../../runtime/assembly/services/email-provider-events.js';
import { withSession } from '../../runtime/command-session.js';
import type { PoisonEventService } from '../../subgraphs/messaging/provider-events/poison-event/poison-event.service.js';
import type { PoisonEventRow } from '../../subgraphs/messaging/provider-events/poison-event/poison-event.store.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { type Answer, table, withAnswer } from '../command-result-as-json-or-text.js';
import { registerApprove } from './campaign-events-approve-identifier.js';
import { registerWebhookAddresses } from './email-provider-webhook-addresses.js';

/** Page size when events are listed or replayed. */
const AT_A_TIME = 100;

export function registerCampaignEvents(program: Command): void {
  const events = program
    .command('campaign-events')
    .description(
      'events from email providers: addresses that receive them, campaign identifiers, events that could not be stored',
    );
  registerWebhookAddresses(events);
  registerApprove(events);
  registerFailed(events);
  registerReplay(events);
}

function registerFailed(events: Command): void {
  withAnswer(
    events.command('failed').description('list events that were set aside and not replayed, newest first'),
    () =>
      withSession(async (session) => {
        const { items, page } = await unreplayed(providerEventsOf(session).poisonEvents, 1_000);
        const rows = items.map(cells);
        const more = page.hasMore ? '\n(the newest 1000)' : '';
        return {
          document: { events: items.map(document), has_more: page.hasMore },
          text: rows.length === 0 ? 'No events were set aside.' : `${table(HEADS, rows)}${more}`,
        };
      }),
  );
}

function registerReplay(events: Command): void {
  const command = events
    .command('replay')
    .argument('[id...]', 'the events, as `failed` lists them')
    .option('--all', 'every event that was not replayed yet')
    .description('try to store events that were set aside');
  withAnswer(command, async (...ids) => {
    const { all = false } = command.opts<{ all?: true }>();
    if (all === ids.length > 0) throw new CommandError('name the events to replay, or give --all', 2);
    return withSession(
      async (session) => {
        const events = providerEventsOf(session).poisonEvents;
        return answerOf(all ? await replayAll(events) : await replayNamed(events, ids));
      },
      { use: { keepsSecrets: true } },
    );
  });
}

async function replayNamed(events: PoisonEventService, ids: readonly string[]): Promise<readonly PoisonEventRow[]> {
  const tried = await replay(events, ids);
  const unknown = ids.filter((id) => !tried.some((event) => event.id === id));
  if (unknown.length === 0) return tried;
  const others = tried.length === 0 ? '' : `; the others: ${answerOf(tried).text}`;
  throw new CommandError(`no event was set aside as ${unknown.join(', ')}${others}`);
}

/** Reads page by page, newest first. An event that fails again is behind the cursor, so it is not tried twice. */
async function replayAll(events: PoisonEventService): Promise<readonly PoisonEventRow[]> {
  const tried: PoisonEventRow[] = [];
  let cursor: string | null = null;
  do {
    const { items, page }: Awaited<ReturnType<typeof unreplayed>> = await unreplayed(events, AT_A_TIME, cursor);
    tried.push(
      ...(await replay(
        events,
        items.map(({ id }) => id),
      )),
    );
    cursor = page.nextCursor;
  } while (cursor !== null);
  return tried;
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
    text: failed.length === 0 ? summary : `${summary}\n${table(HEADS, failed.map(cells))}`,
  };
}

const HEADS = ['ID', 'PROVIDER', 'TYPE', 'SET ASIDE', 'ATTEMPTS', 'ERROR'];

function cells({ id, provider, eventType, createdAt, attempts, error }: PoisonEventRow): readonly string[] {
  return [id, provider, eventType ?? '-', createdAt, String(attempts), error];
}

function document(event: PoisonEventRow) {
  return {
    id: event.id,
    batch_id: event.batchId,
    position: event.position,
    provider: event.provider,
    provider_event_id: event.providerEventId,
    event_type: event.eventType,
    error: event.error,
    attempts: event.attempts,
    created_at: event.createdAt,
    replayed_at: event.replayedAt,
  };
}

import { type Command, Option } from 'commander';
import { Problem } from '../../core/errors/problem.js';
import { processorEventsOf } from '../../runtime/assembly/services/processor-events.js';
import { withSession } from '../../runtime/command-session.js';
import type { ProcessorEventRow } from '../../subgraphs/payments/processor-events/processor-event.store.js';
import { PROCESSOR_EVENT_STATUSES } from '../../subgraphs/payments/processor-events/processor-event.type.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';

const MOST = 1_000;

/** `processor-events …`: events from card processors. */
export function registerProcessorEvents(program: Command): void {
  const events = program
    .command('processor-events')
    .description('events that card processors sent, or that the daily pull found: list, replay');
  const list = events
    .command('list')
    .description('list events, newest first; the newest 1000')
    .addOption(new Option('--status <status>', 'only events with this status').choices([...PROCESSOR_EVENT_STATUSES]));
  withAnswer(list, async () => {
    const { status } = list.opts<{ status?: string }>();
    const request = { limit: MOST, ...(status !== undefined && { status }) };
    const { items } = await withSession((session) =>
      processorEventsOf(session).processorEvents.list(commandLinePrincipal(), request),
    );
    const rows = items.map((event) => [
      ...[event.id, event.processor, event.externalId, event.type, event.aboutId ?? '-', event.source],
      ...[event.status, event.outcome ?? '-', event.receivedAt],
    ]);
    return {
      document: { processor_events: items.map(document) },
      text: table(['ID', 'PROCESSOR', 'EVENT', 'TYPE', 'ABOUT', 'SOURCE', 'STATUS', 'OUTCOME', 'RECEIVED'], rows),
    };
  });

  const replay = events
    .command('replay')
    .argument('<id>', 'the event’s id, from `list`')
    .description('process an event again, and retry a posting that the loan system refused');
  withAnswer(replay, async (id = '') => {
    const event = await withSession((session) =>
      processorEventsOf(session).processorEvents.replay(commandLinePrincipal(), id),
    ).catch((error: unknown) => {
      const isUnknown = error instanceof Problem && error.code === 'processor_event_not_found';
      throw isUnknown ? new CommandError(`there is no event ${id} that can be processed again`) : error;
    });
    return { document: document(event), text: `${event.externalId} is being processed again.` };
  });
}

function document(event: ProcessorEventRow) {
  return {
    id: event.id,
    processor: event.processor,
    external_id: event.externalId,
    type: event.type,
    about_id: event.aboutId,
    source: event.source,
    status: event.status,
    outcome: event.outcome,
    tries: event.tries,
    received_at: event.receivedAt,
    processed_at: event.processedAt,
  };
}

import { withService } from '../../runtime/assembly/command-services.js';
import type { ProcessorEventRow } from '../../subgraphs/payments/processor-events/processor-event.store.js';
import { PROCESSOR_EVENT_STATUSES } from '../../subgraphs/payments/processor-events/processor-event.type.js';
import { refusals } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { group, listed, members, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';

const MOST = 1_000;

/** `processor-events …`: events from card processors. */
export const processorEventsCommands = group(
  'events that card processors sent, or that the daily pull found: list, replay',
  {
    list: withAnswer(
      'list events, newest first; the newest 1000',
      [option('--status <status>', 'only events with this status', { choices: PROCESSOR_EVENT_STATUSES })],
      async (filters) => {
        const { items } = await withService('processorEvents', (service) =>
          service.list(commandLinePrincipal(), { limit: MOST, ...filters }),
        );
        const columns = {
          ID: 'id',
          PROCESSOR: 'processor',
          EVENT: 'externalId',
          TYPE: 'type',
          ABOUT: ({ aboutId }: ProcessorEventRow) => aboutId ?? '-',
          SOURCE: 'source',
          STATUS: 'status',
          OUTCOME: ({ outcome }: ProcessorEventRow) => outcome ?? '-',
          RECEIVED: 'receivedAt',
        } as const;
        return listed('processor_events', items, columns, { as: document });
      },
    ),
    replay: withAnswer(
      'process an event again, and retry a posting that the loan system refused',
      [operand('<id>', 'the event’s id, from `list`')],
      async ({ id }) => {
        const event = await withService('processorEvents', (service) =>
          service.replay(commandLinePrincipal(), id),
        ).catch(refusals({ processor_event_not_found: `there is no event ${id} that can be processed again` }));
        return { document: document(event), text: `${event.externalId} is being processed again.` };
      },
    ),
  },
);

function document(event: ProcessorEventRow) {
  const names = 'id processor external_id type about_id source status outcome tries received_at processed_at';
  return members(event, names);
}

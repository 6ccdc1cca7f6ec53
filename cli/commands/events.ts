import { snakeCased } from '../../core/contract/case-conversion.js';
import { withService } from '../../runtime/assembly/command-services.js';
import type { EventRow } from '../../subgraphs/messaging/outgoing-webhooks/event/event.reads.store.js';
import { plainly } from '../command-error.js';
import { reader } from '../command-line-principal.js';
import { group, listed, withAnswer } from '../command-result-as-json-or-text.js';
import { option } from '../options.js';
import { onlyOrganization } from '../shared-options.js';

export const eventsCommands = group('events of the last 30 days', {
  list: withAnswer(
    'list at most 1000 events, oldest first',
    [
      option('--type <type>', 'only events of this type, or payment.*'),
      option('--object <id>', 'only events of this object', { as: 'objectId' }),
      option('--after <id>', 'only events after this event'),
      option('--since <instant>', 'only events at or after this instant, for example 2026-01-31T00:00:00Z'),
      onlyOrganization('only events of this organization'),
    ],
    async (filters) => {
      const { items } = await withService('events', (service) =>
        service.list(reader(), { ...filters, limit: 1_000 }),
      ).catch(plainly);
      const columns = {
        AT: 'createdAt',
        TYPE: 'type',
        OBJECT: 'objectId',
        SEQUENCE: 'sequence',
        STATUS: ({ previousStatus, status }: EventRow) =>
          [previousStatus, status].filter((one) => one !== null).join(' → '),
        ID: 'id',
      } as const;
      return listed('events', items, columns, {
        as: ({ transactionId: _, position: __, ...event }) => snakeCased(event),
      });
    },
  ),
});

import { columns, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { UNSCOPED } from '../campaign-event/erasable-rows-filter.js';

/** The next events that were set aside. */
export const nextPoison = statement({
  name: 'erasure.poison_events',
  unscoped: UNSCOPED,
  takes: { after: 'PoisonEvent.id', limit: 'int8' },
  gives: [columns('PoisonEvent', 'e', ['id']), derived({ event: 'text' })],
  text: ({ p }) => `
    select e.id, e.event::text as event from poison_event e where e.id > ${p.after} order by e.id limit ${p.limit}`,
});

export const rewritePoison = statement({
  name: 'erasure.rewrite_poison',
  unscoped: UNSCOPED,
  takes: { id: 'PoisonEvent.id', event: 'PoisonEvent.event' },
  text: ({ p }) => `update poison_event set event = ${p.event}::jsonb where id = ${p.id}`,
});

import { columns, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

/** The next events that were set aside. */
export const nextPoison = statement({
  name: 'erasure.poison_events',
  unscoped: 'before_the_organization_is_known',
  takes: { after: 'PoisonEvent.id', limit: 'int8' },
  gives: [columns('PoisonEvent', 'e', ['id']), derived({ event: 'text' })],
  text: ({ p }) => `
    select e.id, e.event::text as event from poison_event e where e.id > ${p.after} order by e.id limit ${p.limit}`,
});

export const rewritePoison = statement({
  name: 'erasure.rewrite_poison',
  unscoped: 'before_the_organization_is_known',
  takes: { id: 'PoisonEvent.id', event: 'PoisonEvent.event' },
  text: ({ p }) => `update poison_event set event = ${p.event}::jsonb where id = ${p.id}`,
});

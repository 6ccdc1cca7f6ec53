import type { Command } from 'commander';
import { snakeCased } from '../../core/contract/case-conversion.js';
import { eventsOf } from '../../runtime/assembly/services/event-reads.js';
import { withSession } from '../../runtime/command-session.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';
import { reader, withPlainRefusals } from '../reader-principal.js';

interface Asked {
  readonly type?: string;
  readonly object?: string;
  readonly after?: string;
  readonly organization?: string;
  readonly since?: string;
}

export function registerEvents(program: Command): void {
  const command = program
    .command('events')
    .description('events of the last 30 days')
    .command('list')
    .description('list at most 1000 events, oldest first')
    .option('--type <type>', 'only events of this type, or payment.*')
    .option('--object <id>', 'only events of this object')
    .option('--after <id>', 'only events after this event')
    .option('--since <instant>', 'only events at or after this instant, for example 2026-01-31T00:00:00Z')
    .option('--organization <id>', 'only events of this organization');
  withAnswer(command, async () => {
    const { type, object: objectId, after, since, organization: organizationId } = command.opts<Asked>();
    const asked = {
      ...{ type: type ?? null, objectId: objectId ?? null, after: after ?? null, since: since ?? null },
      limit: 1_000,
    };
    const { items } = await withSession((session) =>
      withPlainRefusals(eventsOf(session).list(reader(), { ...asked, organizationId: organizationId ?? null })),
    );
    const listed = items.map(({ transactionId: _, position: __, ...event }) => event);
    const rows = listed.map((event) => [
      event.createdAt,
      event.type,
      event.objectId,
      String(event.sequence),
      [event.previousStatus, event.status].filter((one) => one !== null).join(' → '),
      event.id,
    ]);
    return {
      document: { events: listed.map(snakeCased) },
      text: table(['AT', 'TYPE', 'OBJECT', 'SEQUENCE', 'STATUS', 'ID'], rows),
    };
  });
}

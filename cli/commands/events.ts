import type { Command } from 'commander';
import { snakeCased } from '../../core/contract/snake-cased.js';
import { eventsOf } from '../../runtime/assembly/services/events.js';
import { withSession } from '../../runtime/session.js';
import { answering, table } from '../answer.js';
import { reader, saidPlainly } from '../reader.js';

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
    .description('what changed in the last 30 days')
    .command('list')
    .description('a thousand events at most, oldest first')
    .option('--type <type>', 'only those of this type, or payment.*')
    .option('--object <id>', 'only those of this object')
    .option('--after <id>', 'only those behind this event')
    .option('--since <instant>', 'only those of this instant or later, for example 2026-01-31T00:00:00Z')
    .option('--organization <id>', 'only those of this organization');
  answering(command, async () => {
    const { type, object: objectId, after, since, organization: organizationId } = command.opts<Asked>();
    const asked = {
      ...{ type: type ?? null, objectId: objectId ?? null, after: after ?? null, since: since ?? null },
      limit: 1_000,
    };
    const { items } = await withSession((session) =>
      saidPlainly(eventsOf(session).list(reader(), { ...asked, organizationId: organizationId ?? null })),
    );
    const told = items.map(({ transactionId: _, position: __, ...event }) => event);
    const rows = told.map((event) => [
      event.createdAt,
      event.type,
      event.objectId,
      String(event.sequence),
      [event.previousStatus, event.status].filter((one) => one !== null).join(' → '),
      event.id,
    ]);
    return {
      document: { events: told.map(snakeCased) },
      text: table(['AT', 'TYPE', 'OBJECT', 'SEQUENCE', 'STATUS', 'ID'], rows),
    };
  });
}

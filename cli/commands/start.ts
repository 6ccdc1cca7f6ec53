import type { Command } from 'commander';

export function startCommand(start: Command): void {
  start
    .description(
      'run everything in one process: every host, the worker and, without DATABASE_URL, an embedded Postgres',
    )
    .option('--json', 'when ready, print the addresses as one JSON document on standard output')
    .action(async ({ json }: { json?: true }) => (await import('../../runtime/running/start.js')).start(json === true));
}

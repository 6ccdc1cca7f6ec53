import type { Command } from 'commander';
import { SIGNING_PARTS, type SigningPart } from '../../core/config/part-keys.js';
import { SUBGRAPH_NAMES, type SubgraphName } from '../../core/principal/subgraph-names.js';
import { oneOf } from '../shared-options.js';

const PARTS: Readonly<Record<SigningPart, string>> = {
  rest: 'the base host',
  secure: 'the secure card-capture host',
  gateway: 'the gateway and its GraphQL server',
  worker: 'the jobs',
};

/** Runs one part in its own process. It expects a database that is running and migrated. */
export function serveCommands(serve: Command): void {
  serve.description('run one part; the other parts run separately (needs DATABASE_URL, or a running start)');
  for (const name of SIGNING_PARTS) {
    serve
      .command(name)
      .description(PARTS[name])
      .action(async () => (await import('../../runtime/running/serve-one-part.js')).servePart(name));
  }
  serve
    .command('subgraph')
    .argument('<name>', `one of: ${SUBGRAPH_NAMES.join(', ')}`, oneOf(SUBGRAPH_NAMES))
    .description('one subgraph')
    .action(async (name: SubgraphName) =>
      (await import('../../runtime/running/serve-one-part.js')).serveSubgraph(name),
    );
}

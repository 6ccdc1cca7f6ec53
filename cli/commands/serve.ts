import { type Command, InvalidArgumentError } from 'commander';
import { SUBGRAPH_NAMES, type SubgraphName } from '../../core/principal/subgraph-names.js';
import type { PartName } from '../../runtime/running/serve.js';

const PARTS: Readonly<Record<PartName, string>> = {
  rest: 'the base host',
  secure: 'the secure card-capture host',
  gateway: 'the gateway and its GraphQL server',
  worker: 'the jobs',
};

/** One part of the house in a process of its own. The database is somebody else’s, and migrated. */
export function registerServe(program: Command): void {
  const serve = program
    .command('serve')
    .description('run one part; the others run apart (needs DATABASE_URL, or a running start)');
  for (const name of ['rest', 'secure', 'gateway', 'worker'] as const) {
    serve
      .command(name)
      .description(PARTS[name])
      .action(async () => (await import('../../runtime/running/serve.js')).servePart(name));
  }
  serve
    .command('subgraph')
    .argument('<name>', `one of: ${SUBGRAPH_NAMES.join(', ')}`, subgraphName)
    .description('one subgraph')
    .action(async (name: SubgraphName) => (await import('../../runtime/running/serve.js')).serveSubgraph(name));
}

function subgraphName(value: string): SubgraphName {
  const found = SUBGRAPH_NAMES.find((name) => name === value);
  if (found === undefined) throw new InvalidArgumentError(`it is one of: ${SUBGRAPH_NAMES.join(', ')}`);
  return found;
}

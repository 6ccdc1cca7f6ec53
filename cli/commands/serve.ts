import { type Command, InvalidArgumentError } from 'commander';
import { SIGNING_PARTS, type SigningPart } from '../../core/config/part-keys.js';
import { SUBGRAPH_NAMES, type SubgraphName } from '../../core/principal/subgraph-names.js';

const PARTS: Readonly<Record<SigningPart, string>> = {
  rest: 'the base host',
  secure: 'the secure card-capture host',
  gateway: 'the gateway and its GraphQL server',
  worker: 'the jobs',
};

/** Runs one part in its own process. It expects a database that is running and migrated. */
export function registerServe(program: Command): void {
  const serve = program
    .command('serve')
    .description('run one part; the other parts run separately (needs DATABASE_URL, or a running start)');
  for (const name of SIGNING_PARTS) {
    serve
      .command(name)
      .description(PARTS[name])
      .action(async () => (await import('../../runtime/running/serve-one-part.js')).servePart(name));
  }
  serve
    .command('subgraph')
    .argument('<name>', `one of: ${SUBGRAPH_NAMES.join(', ')}`, subgraphName)
    .description('one subgraph')
    .action(async (name: SubgraphName) =>
      (await import('../../runtime/running/serve-one-part.js')).serveSubgraph(name),
    );
}

function subgraphName(value: string): SubgraphName {
  const found = SUBGRAPH_NAMES.find((name) => name === value);
  if (found === undefined) throw new InvalidArgumentError(`it must be one of: ${SUBGRAPH_NAMES.join(', ')}`);
  return found;
}

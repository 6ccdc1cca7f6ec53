import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ConfigurationError, loadConfig } from '../../core/config/load.js';
import { readDemoCredentials } from '../../runtime/demo/credentials.js';
import { openStandIn, REMOTE_KINDS, type RemoteStandIn } from '../support/remote-stand-ins.js';
import { linesFor } from './lines.js';

/** So that both run side by side, and an added one is found again where it was. */
const PORTS: Readonly<Record<RemoteStandIn['kind'], number>> = { fineract: 4100, mambu: 4101 };

const program = new Command('stand-in')
  .description('A loan system to try the product with, where there is no real one. For development only.')
  .usage('<kind> [options]')
  .argument('<kind>', `one of: ${REMOTE_KINDS.join(', ')}`, kindOf)
  .addOption(new Option('--port <port>', 'where it listens; 0: any port that is free').argParser(port))
  .showHelpAfterError('(add --help for usage)')
  .exitOverride()
  .action(run);

async function run(kind: RemoteStandIn['kind'], options: { readonly port?: number }): Promise<void> {
  const { isProduction, dataDir } = await loadConfig();
  if (isProduction) throw new ConfigurationError('NODE_ENV: a stand-in keeps no real loans, and is not for production');
  const credentials = await readDemoCredentials(dataDir);
  if (credentials === undefined)
    throw new ConfigurationError('there are no demo data whose lender it could belong to: run npm start first');
  const standIn = await openStandIn(kind, false, options.port ?? PORTS[kind]);
  process.stdout.write(linesFor(standIn, standIn.lendExamples(), credentials));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void standIn.close());
}

function kindOf(text: string): RemoteStandIn['kind'] {
  const kind = REMOTE_KINDS.find((known) => known === text);
  if (kind === undefined) throw new InvalidArgumentError(`It must be one of: ${REMOTE_KINDS.join(', ')}.`);
  return kind;
}

function port(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) throw new InvalidArgumentError('It must be a port.');
  return value;
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    process.stderr.write(`tributary: ${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

function messageOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `${error.message}: give it another one with --port`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ConfigurationError, loadConfig } from '../../core/config/load.js';
import { readDemoCredentials } from '../../runtime/demo/credentials-file.js';
import { openStandIn, REMOTE_KINDS, type RemoteStandIn } from '../support/remote-stand-ins.js';
import { linesFor } from './instructions.js';

/**
 * Fixed ports, so that both can run side by side, and a loan system that was added keeps its address after a restart.
 */
const PORTS: Readonly<Record<RemoteStandIn['kind'], number>> = { fineract: 4100, mambu: 4101 };

const program = new Command('stand-in')
  .description('A stand-in for a loan system, to try the product without a real one. For development only.')
  .usage('<kind> [options]')
  .argument('<kind>', `one of: ${REMOTE_KINDS.join(', ')}`, kindOf)
  .addOption(new Option('--port <port>', 'the port to listen on; 0: any free port').argParser(port))
  .showHelpAfterError('(add --help to see the options)')
  .exitOverride()
  .action(run);

async function run(kind: RemoteStandIn['kind'], options: { readonly port?: number }): Promise<void> {
  const { isProduction, dataDir } = await loadConfig();
  if (isProduction)
    throw new ConfigurationError('NODE_ENV: a stand-in has no real loans and must not run in production');
  const credentials = await readDemoCredentials(dataDir);
  if (credentials === undefined)
    throw new ConfigurationError('there is no demo lender to add the loan system to: run npm start first');
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
    return `${error.message}: choose another port with --port`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

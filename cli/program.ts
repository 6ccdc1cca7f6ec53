import { Command, Help } from 'commander';
import type { Declare } from './command-result-as-json-or-text.js';

/**
 * Every command by its first word, in the order of `--help`. The modules of a command are loaded only when it is
 * called.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Declare>>> = {
  start: async () => (await import('./commands/start.js')).startCommand,
  serve: async () => (await import('./commands/serve.js')).serveCommands,
  migrate: async () => (await import('./commands/migrate.js')).migrateCommand,
  organizations: async () => (await import('./commands/organizations.js')).organizationsCommands,
  keys: async () => (await import('./commands/keys.js')).keysCommands,
  operators: async () => (await import('./commands/operators.js')).operatorsCommands,
  secrets: async () => (await import('./commands/secrets.js')).secretsCommands,
  'loan-systems': async () => (await import('./commands/loan-systems.js')).loanSystemsCommands,
  recovery: async () => (await import('./commands/recovery.js')).recoveryCommands,
  ledger: async () => (await import('./commands/ledger.js')).ledgerCommands,
  payments: async () => (await import('./commands/payments-batch.js')).paymentsCommands,
  disputes: async () => (await import('./commands/disputes.js')).disputesCommands,
  'processor-events': async () => (await import('./commands/processor-events.js')).processorEventsCommands,
  events: async () => (await import('./commands/events.js')).eventsCommands,
  'webhook-endpoints': async () => (await import('./commands/webhook-endpoints.js')).webhookEndpointsCommands,
  listen: async () => (await import('./commands/listen.js')).listenCommand,
  trigger: async () => (await import('./commands/trigger.js')).triggerCommand,
  'test-clock': async () => (await import('./commands/test-clock.js')).testClockCommands,
  sandbox: async () => (await import('./commands/sandbox-accounts.js')).sandboxCommands,
  persons: async () => (await import('./commands/persons-erase.js')).personsCommands,
  'campaign-events': async () =>
    (await import('./commands/campaign-events-failed-and-replay.js')).campaignEventsCommands,
  jobs: async () => (await import('./commands/jobs.js')).jobsCommands,
  'tie-out': async () => (await import('./commands/tie-out.js')).tieOutCommands,
  audit: async () => (await import('./commands/audit-verify.js')).auditCommands,
  'stored-texts': async () => (await import('./commands/stored-texts-mask.js')).storedTextsCommands,
  demo: async () => (await import('./commands/demo.js')).demoCommands,
  supergraph: async () => (await import('./commands/supergraph.js')).supergraphCommands,
};

/**
 * Builds the program for a command line. Loads only the command that the first word names; otherwise loads all
 * commands, for `--help` and for suggestions after an unknown word.
 *
 * @param words - the command line without the program name
 */
export async function createProgram(words: readonly string[] = []): Promise<Command> {
  const program = new Command('tributary')
    .description('One safe, normalized API over loan accounts in several loan management systems.')
    .usage('<command> [options]')
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
    .configureHelp({
      minWidthToWrap: 20, // fits beside our longest term in a terminal of 80 columns
      optionDescription: (option) => {
        const described = Help.prototype.optionDescription.call(new Help(), option);
        return option.mandatory ? `${described} (required)` : described;
      },
    });
  const [first = ''] = words;
  const wanted = Object.hasOwn(COMMANDS, first) ? [first] : Object.keys(COMMANDS);
  for (const name of wanted) (await COMMANDS[name]?.())?.(program.command(name));
  return program;
}

import { Command, Help } from 'commander';

type Register = (program: Command) => void;

/**
 * Every command by its first word, in the order of `--help`. The modules of a command are loaded only when it is
 * called.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Register>>> = {
  start: async () => (await import('./commands/start.js')).registerStart,
  serve: async () => (await import('./commands/serve.js')).registerServe,
  migrate: async () => (await import('./commands/migrate.js')).registerMigrate,
  organizations: async () => (await import('./commands/organizations.js')).registerOrganizations,
  keys: async () => (await import('./commands/keys.js')).registerKeys,
  operators: async () => (await import('./commands/operators.js')).registerOperators,
  secrets: async () => (await import('./commands/secrets.js')).registerSecrets,
  'loan-systems': async () => (await import('./commands/loan-systems.js')).registerLoanSystems,
  ledger: async () => (await import('./commands/ledger.js')).registerLedger,
  payments: async () => (await import('./commands/payments-batch.js')).registerPayments,
  disputes: async () => (await import('./commands/disputes.js')).registerDisputes,
  'processor-events': async () => (await import('./commands/processor-events.js')).registerProcessorEvents,
  events: async () => (await import('./commands/events.js')).registerEvents,
  'webhook-endpoints': async () => (await import('./commands/webhook-endpoints.js')).registerWebhookEndpoints,
  listen: async () => (await import('./commands/listen.js')).registerListen,
  trigger: async () => (await import('./commands/trigger.js')).registerTrigger,
  'test-clock': async () => (await import('./commands/test-clock.js')).registerTestClock,
  sandbox: async () => (await import('./commands/sandbox-accounts.js')).registerSandbox,
  persons: async () => (await import('./commands/persons-erase.js')).registerPersons,
  'campaign-events': async () =>
    (await import('./commands/campaign-events-failed-and-replay.js')).registerCampaignEvents,
  jobs: async () => (await import('./commands/jobs.js')).registerJobs,
  'tie-out': async () => (await import('./commands/tie-out.js')).registerTieOut,
  audit: async () => (await import('./commands/audit-verify.js')).registerAudit,
  'stored-texts': async () => (await import('./commands/stored-texts-mask.js')).registerStoredTexts,
  demo: async () => (await import('./commands/demo.js')).registerDemo,
  supergraph: async () => (await import('./commands/supergraph.js')).registerSupergraph,
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
  const wanted = Object.hasOwn(COMMANDS, first) ? [COMMANDS[first]] : Object.values(COMMANDS);
  for (const load of wanted) (await load?.())?.(program);
  return program;
}

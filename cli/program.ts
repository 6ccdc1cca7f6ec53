import { Command, Help } from 'commander';
import { registerAudit } from './commands/audit.js';
import { registerCampaignEvents } from './commands/campaign-events.js';
import { registerDemo } from './commands/demo.js';
import { registerDisputes } from './commands/disputes.js';
import { registerEvents } from './commands/events.js';
import { registerJobs } from './commands/jobs.js';
import { registerKeys } from './commands/keys.js';
import { registerLedger } from './commands/ledger.js';
import { registerListen } from './commands/listen.js';
import { registerLoanSystems } from './commands/loan-systems.js';
import { registerMigrate } from './commands/migrate.js';
import { registerOperators } from './commands/operators.js';
import { registerOrganizations } from './commands/organizations.js';
import { registerPayments } from './commands/payments-batch.js';
import { registerPersons } from './commands/persons.js';
import { registerProcessorEvents } from './commands/processor-events.js';
import { registerSandbox } from './commands/sandbox.js';
import { registerSecrets } from './commands/secrets.js';
import { registerServe } from './commands/serve.js';
import { registerStart } from './commands/start.js';
import { registerSupergraph } from './commands/supergraph.js';
import { registerTestClock } from './commands/test-clock.js';
import { registerTieOut } from './commands/tie-out.js';
import { registerTrigger } from './commands/trigger.js';
import { registerWebhookEndpoints } from './commands/webhook-endpoints.js';

/** Every command, in the order that `--help` shows them. */
export function createProgram(): Command {
  const program = new Command('tributary')
    .description('One safe, normalized API over the loan accounts that sit in several loan management systems.')
    .usage('<command> [options]')
    .showHelpAfterError('(add --help to see what it takes)')
    .exitOverride()
    .configureHelp({
      minWidthToWrap: 20, // beside the longest of our terms, in a terminal of 80 columns
      optionDescription: (option) => {
        const described = Help.prototype.optionDescription.call(new Help(), option);
        return option.mandatory ? `${described} (required)` : described;
      },
    });
  registerStart(program);
  registerServe(program);
  registerMigrate(program);
  registerOrganizations(program);
  registerKeys(program);
  registerOperators(program);
  registerSecrets(program);
  registerLoanSystems(program);
  registerLedger(program);
  registerPayments(program);
  registerDisputes(program);
  registerProcessorEvents(program);
  registerEvents(program);
  registerWebhookEndpoints(program);
  registerListen(program);
  registerTrigger(program);
  registerTestClock(program);
  registerSandbox(program);
  registerPersons(program);
  registerCampaignEvents(program);
  registerJobs(program);
  registerTieOut(program);
  registerAudit(program);
  registerDemo(program);
  registerSupergraph(program);
  return program;
}

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isDryRunRefused } from '../../ledger/boarding/dry-run-refused.js';
import { PROBLEM_SEVERITIES } from '../../ledger/boarding/problem-severities.js';
import { type Services, withService } from '../../runtime/assembly/command-services.js';
import { KEEPS_SECRETS, type Session } from '../../runtime/command-session.js';
import type { BoardingProblemRow } from '../../subgraphs/servicing/ledger-api/boarding/ledger-boarding-lists.reads.store.js';
import { boardingAnswer } from '../boarding-as-json-or-text.js';
import { CommandError, refusals } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { type Answer, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';
import { progress } from '../progress.js';
import { encodingOption, organizationOption } from '../shared-options.js';
import { samplePortfolioCommand } from './ledger-sample-portfolio.js';

/** Most problems that are shown. */
const MOST_SHOWN = 100;

export const ledgerBoarding = {
  board: withAnswer(
    'import a portfolio into the ledger: check every row, write all or nothing, tie out; exits with 1 if it is refused, or would be (--dry-run)',
    [
      operand('<file>', 'CSV; or NDJSON if the name ends in .ndjson or .jsonl (docs/boarding.md)'),
      organizationOption('the lender that owns the loans'),
      option('--dry-run', 'only check, and report what would be written'),
      option('--skip-invalid', 'skip loans that have an error, and write the others'),
      option('--strict', 'treat warnings as errors'),
      option('--loan-system <code>', 'the ledger; default: the organization’s own, otherwise the built-in one', {
        as: 'loanSystemCode',
      }),
      encodingOption,
    ],
    async ({ file, organizationId, dryRun, skipInvalid, strict, loanSystemCode, encoding: charset }) => {
      const isFile = await stat(file).then(
        (found) => found.isFile(),
        () => false,
      );
      if (!isFile) throw new CommandError(`there is no file ${file}`);
      const said = progress();
      const flags = { isDryRun: dryRun === true, skipsInvalid: skipInvalid === true, isStrict: strict === true };
      const request = { organizationId, ...flags, loanSystemCode };
      const bytes = createReadStream(file, { highWaterMark: 1 << 18 });
      const format = /\.(ndjson|jsonl)$/.test(file) ? 'ndjson' : 'csv';
      return withLedger(async (services, { config }) => {
        const upload = { bytes, format, charset, maxBytes: config.BOARDING_MAX_BYTES } as const;
        const onProgress = (rows: number) => said(`read ${rows} rows`);
        const taken = services.boardingHere.takeIn(commandLinePrincipal(), request, upload, onProgress);
        return finish(services, (await taken.catch(refusal)).id, said);
      });
    },
  ),
  boarding: withAnswer(
    'show a boarding, and resume it if it was interrupted; exits with 1 if it was refused',
    [operand('<id>', 'the boarding')],
    ({ id }) => withLedger((services) => finish(services, id, progress())),
  ),
  'abandon-boarding': withAnswer(
    'stop a boarding for good: loans already written stay, and the same file again writes the rest',
    [operand('<id>', 'the boarding')],
    ({ id }) =>
      withLedger(async (services) => {
        await services.boardingHere.abandon(commandLinePrincipal(), id).catch(refusal);
        return finish(services, id, progress());
      }),
  ),
  'sample-portfolio': samplePortfolioCommand,
};

type Ledger = Services['ledger'];

/** Boarding stores keyed digests of personal data, so it needs the keys. */
function withLedger<T>(work: (ledger: Ledger, session: Session) => Promise<T>): Promise<T> {
  return withService('ledger', work, KEEPS_SECRETS);
}

/** Runs in this process, without a worker. */
async function finish(ledger: Ledger, id: string, said: (sentence: string) => void): Promise<Answer> {
  const by = commandLinePrincipal();
  const boarding = await ledger.boardings.find(by, id).catch(refusal);
  const finished = await ledger.boardingHere.finish(by, boarding, (now) => {
    const { status, loansWritten, loans, transactionsWritten } = now;
    if (status === 'writing') said(`wrote ${loansWritten} of ${loans} loans, ${transactionsWritten} transactions`);
  });
  if (finished.status === 'refused' || isDryRunRefused(finished)) process.exitCode = 1;
  return boardingAnswer(finished, await shownProblems(ledger, id));
}

/** Errors come first, so that thousands of warnings do not hide them. */
async function shownProblems({ boardings }: Ledger, id: string): Promise<readonly BoardingProblemRow[]> {
  const shown: BoardingProblemRow[] = [];
  for (const severity of PROBLEM_SEVERITIES) {
    if (shown.length === MOST_SHOWN) break;
    const request = { severity, limit: MOST_SHOWN - shown.length };
    shown.push(...(await boardings.problems(commandLinePrincipal(), id, request)).items);
  }
  return shown;
}

const refusal = refusals(
  {
    organization_not_found: 'no organization has this id',
    organization_out_of_scope: 'no organization has this id',
    organization_inactive: 'the organization is not active',
    validation_failed: 'the organization has no such ledger',
    ledger_boarding_over: 'the boarding has ended: see `ledger boarding ID`',
    ledger_boarding_not_found: 'no boarding has this id',
    payload_too_large: 'the file is larger than BOARDING_MAX_BYTES',
  },
  ({ code }) => `refused: ${code}`,
);

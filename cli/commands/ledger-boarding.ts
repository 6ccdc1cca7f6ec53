import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { snakeCased } from '../../core/contract/snake-cased.js';
import { Problem } from '../../core/errors/problem.js';
import type { FileCharset } from '../../core/files/charset.js';
import { systemClock } from '../../core/time/clock.js';
import { isIsoDate } from '../../core/time/dates.js';
import type { BoardingRow } from '../../ledger/boarding/boarding.store.js';
import { PROBLEM_SEVERITIES } from '../../ledger/boarding/problem-severity.js';
import { samplePortfolio } from '../../ledger/boarding/sample-portfolio.js';
import { asStored, MEASURES } from '../../ledger/boarding/tie-out.js';
import { shownWarnings, type WarningsOfKind } from '../../ledger/boarding/warnings.js';
import { wouldBeRefused } from '../../ledger/boarding/would-be-refused.js';
import { businessDayOf, isBusinessDay } from '../../ledger/rules/business-day.js';
import { ledgerOf } from '../../runtime/assembly/services/ledger.js';
import { type Session, withSession } from '../../runtime/session.js';
import type {
  BoardingProblemRow,
  LedgerBoardingService,
} from '../../subgraphs/servicing/ledger-api/boarding/ledger-boarding.service.js';
import { atCommandLine } from '../actor.js';
import { type Answer, answering, table } from '../answer.js';
import { CommandError } from '../command-error.js';
import { encodingOption } from '../encoding-option.js';

/** What is kept of people is keyed digests. */
const KEEPING = { use: { keepsSecrets: true } } as const;
/** Problems that are shown. */
const MOST_SHOWN = 100;

export function registerLedgerBoarding(ledger: Command): void {
  registerBoard(ledger);
  registerBoarding(ledger);
  registerAbandoning(ledger);
  registerSample(ledger);
}

interface BoardOptions {
  readonly organization: string;
  readonly dryRun?: true;
  readonly skipInvalid?: true;
  readonly strict?: true;
  readonly loanSystem?: string;
  readonly encoding: FileCharset;
}

function registerBoard(ledger: Command): void {
  const command = ledger
    .command('board')
    .argument('<file>', 'CSV, or NDJSON where its name ends in .ndjson or .jsonl (docs/boarding.md)')
    .description(
      'bring a portfolio into the ledger: check every row, write all of it or nothing, tie out; ends with 1 when it is refused, or would be (--dry-run)',
    )
    .requiredOption('--organization <id>', 'the lender whose loans they are')
    .option('--dry-run', 'check only, and say what would be written')
    .option('--skip-invalid', 'leave loans with an error out, and write the others')
    .option('--strict', 'take warnings for errors')
    .option('--loan-system <code>', 'the ledger; without it the organization’s own, or else the built-in one')
    .addOption(encodingOption());
  answering(command, async (file = '') => {
    const options = command.opts<BoardOptions>();
    const { organization: organizationId, dryRun, skipInvalid, strict, loanSystem, encoding } = options;
    const isFile = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isFile) throw new CommandError(`there is no file ${file}`);
    return withSession(async (session) => {
      const said = saying();
      const flags = { isDryRun: dryRun === true, skipsInvalid: skipInvalid === true, isStrict: strict === true };
      const request = { organizationId, ...flags, loanSystemCode: loanSystem };
      const upload = {
        bytes: createReadStream(file, { highWaterMark: 1 << 18 }),
        format: /\.(ndjson|jsonl)$/.test(file) ? 'ndjson' : 'csv',
        charset: encoding,
        maxBytes: session.config.BOARDING_MAX_BYTES,
      } as const;
      const onProgress = (rows: number) => said(`read ${rows} rows`);
      const taken = ledgerOf(session).boardingHere.takeIn(atCommandLine(), request, upload, onProgress);
      const { id } = await taken.catch(refusal);
      return finish(session, id, said);
    }, KEEPING);
  });
}

function registerBoarding(ledger: Command): void {
  const command = ledger
    .command('boarding')
    .argument('<id>', 'the boarding')
    .description(
      'how a boarding stands; one that was interrupted goes on where it was; ends with 1 when it was refused',
    );
  answering(command, (id = '') => withSession((session) => finish(session, id, saying()), KEEPING));
}

function registerAbandoning(ledger: Command): void {
  const command = ledger
    .command('abandon-boarding')
    .argument('<id>', 'the boarding')
    .description('end a boarding that is not to go on: what is written stays, the same file again writes the rest');
  answering(command, (id = '') =>
    withSession(async (session) => {
      await ledgerOf(session).boardingHere.abandon(atCommandLine(), id).catch(refusal);
      return finish(session, id, saying());
    }, KEEPING),
  );
}

/** In this process: it needs no worker. */
async function finish(session: Session, id: string, said: (sentence: string) => void): Promise<Answer> {
  const { boardings, boardingHere } = ledgerOf(session);
  const boarding = await boardings.find(atCommandLine(), id).catch(refusal);
  const finished = await boardingHere.finish(
    atCommandLine(),
    boarding,
    ({ status, loansWritten, loans, transactionsWritten }) => {
      if (status === 'writing') said(`wrote ${loansWritten} of ${loans} loans, ${transactionsWritten} transactions`);
    },
  );
  return answerOf(boardings, finished);
}

async function answerOf(boardings: LedgerBoardingService, boarding: BoardingRow): Promise<Answer> {
  const items = await shownProblems(boardings, boarding.id);
  if (boarding.status === 'refused' || wouldBeRefused(boarding)) process.exitCode = 1;
  const { control, tieOut } = boarding;
  const shown =
    tieOut &&
    Object.fromEntries(Object.entries(asStored(tieOut)).map(([who, told]) => [who, told && snakeCased(told)]));
  const { warningCounts, ...row } = boarding;
  const { warnings, warningKinds } = shownWarnings(warningCounts);
  const document = snakeCased({
    ...row,
    warnings,
    warningKinds: warningKinds.map(snakeCased),
    control: control && snakeCased(control),
    tieOut: shown,
    problems: items.map(snakeCased),
  });
  const problems = items.map(({ line, column, severity, message }) => [String(line), column ?? '', severity, message]);
  const paragraphs = [
    sentence(boarding),
    tieOutTable(boarding),
    ...(items.length === 0 ? [] : [table(HEADS, problems)]),
    ...(warnings === 0 ? [] : [warningsSentence(warningKinds)]),
  ];
  return { document, text: paragraphs.join('\n\n') };
}

/** What blocks the file comes first: thousands of warnings do not hide it. */
async function shownProblems(service: LedgerBoardingService, id: string): Promise<readonly BoardingProblemRow[]> {
  const shown: BoardingProblemRow[] = [];
  for (const severity of PROBLEM_SEVERITIES) {
    if (shown.length === MOST_SHOWN) break;
    const { items } = await service.problems(atCommandLine(), id, { severity, limit: MOST_SHOWN - shown.length });
    shown.push(...items);
  }
  return shown;
}

function warningsSentence(kinds: readonly WarningsOfKind[]): string {
  return `Warnings: ${kinds.map(({ kind, count }) => `${kind} ${count}`).join(', ')}.`;
}

const HEADS = ['LINE', 'COLUMN', 'SEVERITY', 'PROBLEM'];

function sentence({
  id,
  status,
  errors,
  differences,
  knownLoans,
  loansWritten,
  transactionsWritten,
  isTied,
  tieOut,
}: BoardingRow): string {
  const skipped = tieOut?.skipped?.loans ?? 0;
  const leftOut = skipped === 0 ? '' : ` ${skipped} loans left out.`;
  const found = `${errors} errors, ${differences} differences, ${knownLoans} loans known already.`;
  switch (status) {
    case 'done':
      return `Boarding ${id}: wrote ${loansWritten} loans, ${transactionsWritten} transactions; ${isTied ? 'tied out' : 'NOT TIED OUT'}. ${found}${leftOut}`;
    case 'checked':
      return `Dry run ${id}: nothing was written. ${found}${leftOut}`;
    case 'abandoned':
      return `Boarding ${id} is abandoned; ${loansWritten} loans were written before, and stay. ${found}${leftOut}`;
    case 'refused':
      return `Boarding ${id} was refused, nothing was written. ${found}`;
    default:
      return `Boarding ${id} is ${status}. ${found}`;
  }
}

function tieOutTable({ tieOut }: BoardingRow): string {
  if (tieOut === null) return 'No tie-out yet.';
  const { control, file, known, skipped, written } = asStored(tieOut);
  const journal: Readonly<Record<string, number>> = { ...tieOut.journal };
  const shown = (value: number | null | undefined) => (value === null || value === undefined ? '-' : String(value));
  const rows = MEASURES.map((measure) => [
    measure,
    shown(control[measure]),
    shown(file[measure]),
    shown(known[measure]),
    shown(skipped[measure]),
    shown(written?.[measure]),
    shown(journal[measure]),
  ]);
  return table(['', 'CONTROL', 'FILE', 'KNOWN', 'LEFT OUT', 'WRITTEN', 'JOURNAL'], rows);
}

interface SampleOptions {
  readonly loans: string;
  readonly transactions: string;
  readonly seed: string;
  readonly product?: string;
  readonly asOf?: string;
  readonly out?: string;
  readonly json?: true;
}

/** Not `answering`: without `--out` it is the file that is on standard output, and nothing else. */
function registerSample(ledger: Command): void {
  const command = ledger
    .command('sample-portfolio')
    .description('write a made-up portfolio, as `board` takes it; the same for the same seed')
    .option('--loans <number>', 'loans', '1000')
    .option('--transactions <number>', 'rows of history of each loan', '20')
    .option('--seed <number>', 'what it is made of', '1')
    .option('--product <code>', 'the code of the product that the loans are kept under; without it the built-in terms')
    .option('--as-of <date>', 'the cut-over, a business day; without it today’s')
    .option('--out <file>', 'where to, instead of standard output; a file that is there is not overwritten')
    .option(
      '--json',
      'with --out: answer with one JSON document on standard output; of a failure, {"error", "exit_code"}',
    )
    .action(async () => {
      const options = command.opts<SampleOptions>();
      const { out, json, asOf = businessDayOf(systemClock.now()) } = options;
      if (json && out === undefined) throw new CommandError('--json needs --out, for where the portfolio goes', 2);
      if (!isIsoDate(asOf) || !isBusinessDay(asOf)) throw new CommandError('--as-of must be a business day', 2);
      const request = {
        loans: whole('--loans', options.loans, 10_000_000),
        transactions: whole('--transactions', options.transactions, 600),
        seed: whole('--seed', options.seed, 4_294_967_295),
        asOf,
        productCode: productCode(options.product),
      };
      if (out === undefined) return print(samplePortfolio(request));
      await pipeline(samplePortfolio(request), createWriteStream(out, { flags: 'wx' })).catch((error: Error) => {
        throw new CommandError(`${out} cannot be written: ${error.message}`);
      });
      const { loans, seed } = request;
      const transactions = loans * request.transactions;
      const document = { file: out, loans, transactions, seed, as_of: asOf };
      const text = `Wrote ${out}: ${loans} loans, ${transactions} transactions.`;
      process.stdout.write(json ? `${JSON.stringify(document, null, 2)}\n` : `${text}\n`);
    });
}

/** As a product's code is; nothing that a cell of CSV would have to quote. */
function productCode(code: string | undefined): string | undefined {
  if (code === undefined || PRODUCT_CODE.test(code)) return code;
  throw new CommandError('--product must be the code of a product', 2);
}

const PRODUCT_CODE = /^[\w.-]{1,64}$/;

async function print(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  }
}

function whole(option: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most) throw new CommandError(`${option} must be a whole number up to ${most}`, 2);
  return value;
}

const SAY_EVERY_MS = 2_000;

/** Progress, for whoever waits: a line now and then on standard error. */
function saying(): (sentence: string) => void {
  let saidAt = performance.now();
  return (words) => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    process.stderr.write(`${words}\n`);
  };
}

function refusal(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw new CommandError(SENTENCES[error.code] ?? `refused: ${error.code}`);
}

const SENTENCES: Readonly<Record<string, string>> = {
  organization_not_found: 'no organization has this id',
  organization_out_of_scope: 'no organization has this id',
  organization_inactive: 'the organization is not active',
  validation_failed: 'this is no ledger of the organization',
  ledger_boarding_over: 'the boarding is over: `ledger boarding ID` tells how',
  ledger_boarding_not_found: 'no boarding has this id',
  payload_too_large: 'the file is larger than BOARDING_MAX_BYTES',
};

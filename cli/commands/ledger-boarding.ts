import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { snakeCased } from '../../core/contract/case-conversion.js';
import { Problem } from '../../core/errors/problem.js';
import type { FileCharset } from '../../core/files/charset.js';
import { systemClock } from '../../core/time/clock.js';
import { isIsoDate } from '../../core/time/dates.js';
import type { BoardingRow } from '../../ledger/boarding/boarding.store.js';
import { asStored, MEASURES } from '../../ledger/boarding/boarding-tie-out.js';
import { isDryRunRefused } from '../../ledger/boarding/dry-run-refused.js';
import { PROBLEM_SEVERITIES } from '../../ledger/boarding/problem-severities.js';
import { samplePortfolio } from '../../ledger/boarding/sample-portfolio.js';
import { shownWarnings, type WarningsOfKind } from '../../ledger/boarding/warnings.js';
import { businessDayOf, isBusinessDay } from '../../ledger/rules/business-day.js';
import { ledgerOf } from '../../runtime/assembly/services/ledger.js';
import { type Session, withSession } from '../../runtime/command-session.js';
import type {
  BoardingProblemRow,
  LedgerBoardingService,
} from '../../subgraphs/servicing/ledger-api/boarding/ledger-boarding.service.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { type Answer, table, withAnswer } from '../command-result-as-json-or-text.js';
import { encodingOption } from '../file-charset-option.js';

/** Boarding stores keyed digests of personal data, so it needs the keys. */
const KEEPING = { use: { keepsSecrets: true } } as const;
/** Most problems that are shown. */
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
    .argument('<file>', 'CSV; or NDJSON if the name ends in .ndjson or .jsonl (docs/boarding.md)')
    .description(
      'import a portfolio into the ledger: check every row, write all or nothing, tie out; exits with 1 if it is refused, or would be (--dry-run)',
    )
    .requiredOption('--organization <id>', 'the lender that owns the loans')
    .option('--dry-run', 'only check, and report what would be written')
    .option('--skip-invalid', 'skip loans that have an error, and write the others')
    .option('--strict', 'treat warnings as errors')
    .option('--loan-system <code>', 'the ledger; default: the organization’s own, otherwise the built-in one')
    .addOption(encodingOption());
  withAnswer(command, async (file = '') => {
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
      const taken = ledgerOf(session).boardingHere.takeIn(commandLinePrincipal(), request, upload, onProgress);
      const { id } = await taken.catch(refusal);
      return finish(session, id, said);
    }, KEEPING);
  });
}

function registerBoarding(ledger: Command): void {
  const command = ledger
    .command('boarding')
    .argument('<id>', 'the boarding')
    .description('show a boarding, and resume it if it was interrupted; exits with 1 if it was refused');
  withAnswer(command, (id = '') => withSession((session) => finish(session, id, saying()), KEEPING));
}

function registerAbandoning(ledger: Command): void {
  const command = ledger
    .command('abandon-boarding')
    .argument('<id>', 'the boarding')
    .description('stop a boarding for good: loans already written stay, and the same file again writes the rest');
  withAnswer(command, (id = '') =>
    withSession(async (session) => {
      await ledgerOf(session).boardingHere.abandon(commandLinePrincipal(), id).catch(refusal);
      return finish(session, id, saying());
    }, KEEPING),
  );
}

/** Runs in this process, without a worker. */
async function finish(session: Session, id: string, said: (sentence: string) => void): Promise<Answer> {
  const { boardings, boardingHere } = ledgerOf(session);
  const boarding = await boardings.find(commandLinePrincipal(), id).catch(refusal);
  const finished = await boardingHere.finish(
    commandLinePrincipal(),
    boarding,
    ({ status, loansWritten, loans, transactionsWritten }) => {
      if (status === 'writing') said(`wrote ${loansWritten} of ${loans} loans, ${transactionsWritten} transactions`);
    },
  );
  return answerOf(boardings, finished);
}

async function answerOf(boardings: LedgerBoardingService, boarding: BoardingRow): Promise<Answer> {
  const items = await shownProblems(boardings, boarding.id);
  if (boarding.status === 'refused' || isDryRunRefused(boarding)) process.exitCode = 1;
  const { control, tieOut } = boarding;
  const shown =
    tieOut &&
    Object.fromEntries(Object.entries(asStored(tieOut)).map(([who, figures]) => [who, figures && snakeCased(figures)]));
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

/** Errors come first, so that thousands of warnings do not hide them. */
async function shownProblems(service: LedgerBoardingService, id: string): Promise<readonly BoardingProblemRow[]> {
  const shown: BoardingProblemRow[] = [];
  for (const severity of PROBLEM_SEVERITIES) {
    if (shown.length === MOST_SHOWN) break;
    const { items } = await service.problems(commandLinePrincipal(), id, {
      severity,
      limit: MOST_SHOWN - shown.length,
    });
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
  const leftOut = skipped === 0 ? '' : ` ${skipped} loans skipped.`;
  const found = `${errors} errors, ${differences} differences, ${knownLoans} loans already in the ledger.`;
  switch (status) {
    case 'done':
      return `Boarding ${id}: wrote ${loansWritten} loans, ${transactionsWritten} transactions; ${isTied ? 'tied out' : 'NOT TIED OUT'}. ${found}${leftOut}`;
    case 'checked':
      return `Dry run ${id}: nothing was written. ${found}${leftOut}`;
    case 'abandoned':
      return `Boarding ${id} is abandoned; ${loansWritten} loans had been written, and stay. ${found}${leftOut}`;
    case 'refused':
      return `Boarding ${id} was refused, and nothing was written. ${found}`;
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
  return table(['', 'CONTROL', 'FILE', 'KNOWN', 'SKIPPED', 'WRITTEN', 'JOURNAL'], rows);
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

/** Not declared with `withAnswer`: without `--out`, standard output is the file itself. */
function registerSample(ledger: Command): void {
  const command = ledger
    .command('sample-portfolio')
    .description('write a made-up portfolio in the format of `board`; the same seed gives the same file')
    .option('--loans <number>', 'loans', '1000')
    .option('--transactions <number>', 'history rows for each loan', '20')
    .option('--seed <number>', 'the random seed', '1')
    .option('--product <code>', 'code of the loans’ product; default: the built-in terms')
    .option('--as-of <date>', 'the cut-over, a business day; default: today’s')
    .option('--out <file>', 'file to write; default: standard output; an existing file is not overwritten')
    .option('--json', 'with --out: answer with one JSON document on standard output; on failure {"error", "exit_code"}')
    .action(async () => {
      const options = command.opts<SampleOptions>();
      const { out, json, asOf = businessDayOf(systemClock.now()) } = options;
      if (json && out === undefined) throw new CommandError('--json needs --out for the portfolio', 2);
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

/** The format of a product code; it has no characters that CSV would have to quote. */
function productCode(code: string | undefined): string | undefined {
  if (code === undefined || PRODUCT_CODE.test(code)) return code;
  throw new CommandError('--product must be a product code', 2);
}

const PRODUCT_CODE = /^[\w.-]{1,64}$/;

async function print(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  }
}

function whole(option: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most)
    throw new CommandError(`${option} must be a whole number, at most ${most}`, 2);
  return value;
}

const REPORT_EVERY_MS = 2_000;

/** Reports progress on standard error now and then. */
function saying(): (sentence: string) => void {
  let reportedAt = performance.now();
  return (words) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
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
  validation_failed: 'the organization has no such ledger',
  ledger_boarding_over: 'the boarding has ended: see `ledger boarding ID`',
  ledger_boarding_not_found: 'no boarding has this id',
  payload_too_large: 'the file is larger than BOARDING_MAX_BYTES',
};

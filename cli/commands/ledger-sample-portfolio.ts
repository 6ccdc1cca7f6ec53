import { once } from 'node:events';
import type { Command } from 'commander';
import { systemClock } from '../../core/time/clock.js';
import { isIsoDate } from '../../core/time/dates.js';
import { samplePortfolio } from '../../ledger/boarding/sample-portfolio.js';
import { businessDayOf, isBusinessDay } from '../../ledger/rules/business-day.js';
import { CommandError } from '../command-error.js';
import { option, taking, type ValuesOf } from '../options.js';
import { writeNewFile } from '../write-new-file.js';

const OPTIONS = [
  option('--loans <number>', 'loans', { byDefault: '1000' }),
  option('--transactions <number>', 'history rows for each loan', { byDefault: '20' }),
  option('--seed <number>', 'the random seed', { byDefault: '1' }),
  option('--product <code>', 'code of the loans’ product; default: the built-in terms'),
  option('--as-of <date>', 'the cut-over, a business day; default: today’s'),
  option('--out <file>', 'file to write; default: standard output; an existing file is not overwritten'),
  option('--json', 'with --out: answer with one JSON document on standard output; on failure {"error", "exit_code"}'),
] as const;

type SampleOptions = ValuesOf<(typeof OPTIONS)[number]>;

/** Not declared with `withAnswer`: without `--out`, standard output is the file itself. */
export function samplePortfolioCommand(command: Command): void {
  taking(
    command.description('write a made-up portfolio in the format of `board`; the same seed gives the same file'),
    OPTIONS,
  ).action(async () => {
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
    await writeNewFile(out, samplePortfolio(request));
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

import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { snakeCased } from '../../core/contract/case-conversion.js';
import { isIsoDate } from '../../core/time/dates.js';
import { withAddedSystems } from '../../runtime/assembly/loan-systems-for-command.js';
import { tieOutOf } from '../../runtime/assembly/services/tie-out.js';
import { comparisonOf } from '../../runtime/assembly/services/tie-out-comparer.js';
import { type Session, withSession } from '../../runtime/command-session.js';
import type { OpenComparison } from '../../subgraphs/payments/tie-out/comparison/comparison.store.js';
import type { ResultRow } from '../../subgraphs/payments/tie-out/comparison/result.store.js';
import type { ResultFinding } from '../../subgraphs/payments/tie-out/comparison/seal-and-verify-results.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';
import { reader } from '../reader-principal.js';
import { resultsCsv, resultsPdf } from '../tie-out-day-as-csv-or-pdf.js';
import {
  registerDifferences,
  registerPost,
  registerResolve,
  registerReverse,
  registerWait,
} from './tie-out-differences.js';

const EVERY_DAY = { from: '0001-01-01', to: '9999-12-31' };

export function registerTieOut(program: Command): void {
  const tieOut = program
    .command('tie-out')
    .description('compare each business day with the loan systems, the card processors and the books');
  registerRun(tieOut);
  registerList(tieOut);
  registerShow(tieOut);
  registerVerify(tieOut);
  registerExport(tieOut);
  registerDifferences(tieOut);
  registerPost(tieOut);
  registerReverse(tieOut);
  registerResolve(tieOut);
  registerWait(tieOut);
}

function registerRun(tieOut: Command): void {
  const command = tieOut
    .command('run')
    .description(
      'compare the past business days that have not been compared yet; exits with 1 if a side did not answer',
    );
  withAnswer(command, async () => {
    const before = await results(EVERY_DAY);
    const waiting = await withSession(look, { use: { keepsSecrets: true }, poolSize: 4 });
    const known = new Set(before.map(({ organizationId, sequence }) => `${organizationId} ${sequence}`));
    const made = (await results(EVERY_DAY)).filter(
      ({ organizationId, sequence }) => !known.has(`${organizationId} ${sequence}`),
    );
    if (waiting.length > 0) process.exitCode = 1;
    const document = { results: made.map(documentOf), not_compared: waiting.map((one) => snakeCased(one)) };
    return { document, text: [madeText(made, waiting), ...waiting.map(waitingText)].join('\n') };
  });
}

function madeText(made: readonly ResultRow[], waiting: readonly OpenComparison[]): string {
  if (made.length > 0) return textOf(made);
  return waiting.length > 0
    ? 'No new day was compared.'
    : 'Every past business day was compared before. See: tributary tie-out list';
}

function waitingText({ organizationId, subject, businessDay, attempts }: OpenComparison): string {
  const why =
    attempts > 0
      ? 'it did not answer. Check it, then run this command again'
      : 'an earlier day must be compared first, or a worker is comparing it';
  return `Not compared: ${businessDay} of ${organizationId} with ${subject}: ${why}.`;
}

function look(session: Session): Promise<readonly OpenComparison[]> {
  return withAddedSystems(session, (added) => comparisonOf(session, added).runAll());
}

function registerList(tieOut: Command): void {
  const command = tieOut.command('list').description('the latest result of each day and side, the latest day first');
  withAnswer(command, async () => {
    const found = await results(EVERY_DAY);
    return { document: { results: found.map(documentOf) }, text: textOf(found) };
  });
}

function registerShow(tieOut: Command): void {
  const command = tieOut
    .command('show')
    .argument('<day>', 'the business day, YYYY-MM-DD')
    .description('show the result of a day on each side, with its differences');
  withAnswer(command, async (day = '') => {
    const found = await results(daysOf(day, day));
    const differences = found.flatMap((result) =>
      differencesOf(result).map((one) => `${result.subject}: ${JSON.stringify(one)}`),
    );
    return { document: { results: found.map(documentOf) }, text: [textOf(found), ...differences].join('\n') };
  });
}

function registerVerify(tieOut: Command): void {
  const command = tieOut
    .command('verify')
    .description('check that no result was changed or removed since it was sealed; exits with 1 if one was');
  withAnswer(command, async () => {
    const { findings, chains } = await withSession(
      (session) => tieOutOf(session).results.verify(commandLinePrincipal()),
      {
        use: { keepsSecrets: true },
      },
    );
    if (findings.length > 0) process.exitCode = 1;
    const document = { intact: findings.length === 0, findings: snakeCased(findings), chains: snakeCased(chains) };
    const text =
      findings.length === 0 ? 'No result was changed since it was sealed.' : findings.map(sentence).join('\n');
    return { document, text };
  });
}

const FINDING_TEXTS: Readonly<Record<ResultFinding['kind'], string>> = {
  result_changed: 'differs from the sealed value, or does not follow from the one before it',
  result_removed: 'is missing',
  result_unproven: 'was sealed under a key that is missing from DATA_ENCRYPTION_KEYS',
};

function sentence({ kind, organizationId, sequence }: ResultFinding): string {
  return `${organizationId}: result ${sequence} ${FINDING_TEXTS[kind]}`;
}

function registerExport(tieOut: Command): void {
  const command = tieOut
    .command('export')
    .argument('<day>', 'the business day, YYYY-MM-DD')
    .description('write the result of a day to a file')
    .addOption(new Option('--format <format>', 'of the file').choices(['json', 'csv', 'pdf']).default('pdf'))
    .requiredOption('--out <file>', 'file to write; an existing file is not overwritten');
  withAnswer(command, async (day = '') => {
    const { format, out } = command.opts<{ format: 'json' | 'csv' | 'pdf'; out: string }>();
    const found = await results(daysOf(day, day));
    const compared = found.filter(({ completeness }) => completeness !== 'not_compared');
    if (compared.length === 0) {
      throw new CommandError(`${day} was not compared, so no file is written. See: tributary tie-out list`);
    }
    const json = `${JSON.stringify({ results: found.map(documentOf) }, null, 2)}\n`;
    const content = format === 'pdf' ? resultsPdf(day, found) : [format === 'csv' ? resultsCsv(found) : json];
    await pipeline(content, createWriteStream(out, { flags: 'wx' })).catch((error: Error) => {
      throw new CommandError(`${out} cannot be written: ${error.message}`);
    });
    const left = found.length - compared.length;
    if (left > 0) process.exitCode = 1;
    const more = left > 0 ? ` ${left} of them say that a side was not compared.` : '';
    return {
      document: { file: out, results: found.length, not_compared: left },
      text: `Wrote ${out}: ${found.length} result(s).${more}`,
    };
  });
}

function results(days: { readonly from: string; readonly to: string }): Promise<readonly ResultRow[]> {
  return withSession((session) => tieOutOf(session).results.ofDays(reader(), days));
}

function daysOf(from: string, to: string): { readonly from: string; readonly to: string } {
  if (!isIsoDate(from) || !isIsoDate(to)) throw new CommandError('the day must be a calendar date, YYYY-MM-DD');
  return { from, to };
}

function documentOf(result: ResultRow) {
  return { ...snakeCased({ ...result, differences: null }), differences: differencesOf(result) };
}

function differencesOf({ differences }: ResultRow): readonly unknown[] {
  return JSON.parse(differences);
}

function textOf(found: readonly ResultRow[]): string {
  if (found.length === 0) return 'There are no results.';
  return table(
    ['DAY', 'ORGANIZATION', 'SIDE', 'COMPARED', 'TRIBUTARY', 'OTHER SIDE', 'OPEN', 'DIFFERENCES'],
    found.map((row) => [
      row.businessDay,
      row.organizationId,
      row.subject,
      row.completeness,
      `${row.oursCount} of ${row.oursCents}`,
      `${row.theirsCount} of ${row.theirsCents}`,
      String(row.openCount),
      String(row.differenceCount),
    ]),
  );
}

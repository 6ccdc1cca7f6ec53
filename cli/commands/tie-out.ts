import { snakeCased } from '../../core/contract/case-conversion.js';
import { isIsoDate } from '../../core/time/dates.js';
import { serviceOf, withService } from '../../runtime/assembly/command-services.js';
import { withAddedSystems } from '../../runtime/assembly/loan-systems-for-command.js';
import { KEEPS_SECRETS, type Session, withSession } from '../../runtime/command-session.js';
import type { OpenComparison } from '../../subgraphs/payments/tie-out/comparison/comparison.store.js';
import type { ResultRow } from '../../subgraphs/payments/tie-out/comparison/result.store.js';
import type { ResultFinding } from '../../subgraphs/payments/tie-out/comparison/seal-and-verify-results.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal, reader } from '../command-line-principal.js';
import { group, tableOf, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';
import { outOption } from '../shared-options.js';
import { resultsCsv, resultsPdf } from '../tie-out-day-as-csv-or-pdf.js';
import { writeNewFile } from '../write-new-file.js';
import { actOnDifference, listDifferences, resolveDifference, waitWithDifference } from './tie-out-differences.js';

const EVERY_DAY = { from: '0001-01-01', to: '9999-12-31' };

export const tieOutCommands = group(
  'compare each business day with the loan systems, the card processors and the books',
  {
    run: withAnswer(
      'compare the past business days that have not been compared yet; exits with 1 if a side did not answer',
      [],
      async () => {
        const keyOf = ({ organizationId, sequence }: ResultRow) => `${organizationId} ${sequence}`;
        const known = new Set((await results(EVERY_DAY)).map(keyOf));
        const waiting = await withSession(compare, { ...KEEPS_SECRETS, poolSize: 4 });
        const made = (await results(EVERY_DAY)).filter((result) => !known.has(keyOf(result)));
        if (waiting.length > 0) process.exitCode = 1;
        const document = { results: made.map(documentOf), not_compared: waiting.map((one) => snakeCased(one)) };
        return { document, text: [madeText(made, waiting), ...waiting.map(waitingText)].join('\n') };
      },
    ),
    list: withAnswer('the latest result of each day and side, the latest day first', [], async () => {
      const found = await results(EVERY_DAY);
      return { document: { results: found.map(documentOf) }, text: textOf(found) };
    }),
    show: withAnswer(
      'show the result of a day on each side, with its differences',
      [operand('<day>', 'the business day, YYYY-MM-DD')],
      async ({ day }) => {
        const found = await resultsOf(day);
        const differences = found.flatMap((result) =>
          differencesOf(result).map((one) => `${result.subject}: ${JSON.stringify(one)}`),
        );
        return { document: { results: found.map(documentOf) }, text: [textOf(found), ...differences].join('\n') };
      },
    ),
    verify: withAnswer(
      'check that no result was changed or removed since it was sealed; exits with 1 if one was',
      [],
      async () => {
        const { findings, chains } = await withService(
          'tieOut',
          (service) => service.results.verify(commandLinePrincipal()),
          KEEPS_SECRETS,
        );
        const intact = findings.length === 0;
        if (!intact) process.exitCode = 1;
        return {
          document: { intact, findings: snakeCased(findings), chains: snakeCased(chains) },
          text: intact ? 'No result was changed since it was sealed.' : findings.map(sentence).join('\n'),
        };
      },
    ),
    export: withAnswer(
      'write the result of a day to a file',
      [
        operand('<day>', 'the business day, YYYY-MM-DD'),
        option('--format <format>', 'of the file', { choices: ['json', 'csv', 'pdf'], byDefault: 'pdf' }),
        outOption,
      ],
      async ({ day, format, out }) => {
        const found = await resultsOf(day);
        const compared = found.filter(({ completeness }) => completeness !== 'not_compared');
        if (compared.length === 0) {
          throw new CommandError(`${day} was not compared, so no file is written. See: tributary tie-out list`);
        }
        const json = `${JSON.stringify({ results: found.map(documentOf) }, null, 2)}\n`;
        const content = format === 'pdf' ? resultsPdf(day, found) : [format === 'csv' ? resultsCsv(found) : json];
        await writeNewFile(out, content);
        const left = found.length - compared.length;
        if (left > 0) process.exitCode = 1;
        const more = left > 0 ? ` ${left} of them say that a side was not compared.` : '';
        return {
          document: { file: out, results: found.length, not_compared: left },
          text: `Wrote ${out}: ${found.length} result(s).${more}`,
        };
      },
    ),
    differences: listDifferences,
    post: actOnDifference('post', 'post a missing transaction in the loan system, once, under its own reference'),
    reverse: actOnDifference('reverse', 'reverse a transaction in the loan system that should not exist, once'),
    resolve: resolveDifference,
    wait: waitWithDifference,
  },
);

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

function compare(session: Session): Promise<readonly OpenComparison[]> {
  return withAddedSystems(session, async (added) => (await serviceOf('tieOutComparer', session, added)).runAll());
}

const FINDING_TEXTS: Readonly<Record<ResultFinding['kind'], string>> = {
  result_changed: 'differs from the sealed value, or does not follow from the one before it',
  result_removed: 'is missing',
  result_unproven: 'was sealed under a key that is missing from DATA_ENCRYPTION_KEYS',
};

function sentence({ kind, organizationId, sequence }: ResultFinding): string {
  return `${organizationId}: result ${sequence} ${FINDING_TEXTS[kind]}`;
}

function results(days: { readonly from: string; readonly to: string }): Promise<readonly ResultRow[]> {
  return withService('tieOut', (service) => service.results.ofDays(reader(), days));
}

async function resultsOf(day: string): Promise<readonly ResultRow[]> {
  if (!isIsoDate(day)) throw new CommandError('the day must be a calendar date, YYYY-MM-DD');
  return results({ from: day, to: day });
}

function documentOf(result: ResultRow) {
  return { ...snakeCased({ ...result, differences: null }), differences: differencesOf(result) };
}

function differencesOf({ differences }: ResultRow): readonly unknown[] {
  return JSON.parse(differences);
}

function textOf(found: readonly ResultRow[]): string {
  if (found.length === 0) return 'There are no results.';
  return tableOf(found, {
    DAY: 'businessDay',
    ORGANIZATION: 'organizationId',
    SIDE: 'subject',
    COMPARED: 'completeness',
    TRIBUTARY: ({ oursCount, oursCents }) => `${oursCount} of ${oursCents}`,
    'OTHER SIDE': ({ theirsCount, theirsCents }) => `${theirsCount} of ${theirsCents}`,
    OPEN: 'openCount',
    DIFFERENCES: 'differenceCount',
  });
}

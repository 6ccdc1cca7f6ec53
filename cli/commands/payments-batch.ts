import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { MOST_BATCH_BYTES, PAYMENT_BATCH_MODES } from '../../core/contract/payment-batch.js';
import type { FileCharset } from '../../core/files/charset.js';
import { decodeText } from '../../core/files/decode-to-utf8.js';
import { UnreadableText } from '../../core/files/unreadable-text.js';
import { withSession } from '../../runtime/command-session.js';
import type { BatchFile, FinishedBatch } from '../../runtime/running/payment-batch.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { group, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';
import { encodingOption } from '../shared-options.js';

export const paymentsCommands = group('payments that a lender collected itself', {
  batch: withAnswer(
    'record a file of payments, each once; the same command again resumes where it stopped',
    [
      operand(
        '<file>',
        'CSV: idempotency_key, account_id or external_contract_number or loan_number, amount_cents, …',
        { as: 'path' },
      ),
      option('--organization <id>', 'the organization that collected the payments', { required: true }),
      option('--mode <mode>', 'what to do when a row is refused', { choices: PAYMENT_BATCH_MODES, byDefault: 'stop' }),
      option('--dry-run', 'only report what would happen to each row'),
      option('--resume', 'continue a stopped batch after the refused row'),
      option('--out <file>', 'write the result of each row to this CSV file'),
      encodingOption,
    ],
    async ({ path, out, encoding, ...request }) => {
      const file = await fileOf(path, encoding);
      // Imported here because it loads the whole product, which no other command needs.
      const { recordBatch } = await import('../../runtime/running/payment-batch.js');
      const done = await withSession((session) => recordBatch(session, commandLinePrincipal(), file, request), {
        use: { posts: true },
      });
      if (out !== undefined) await writeFile(out, done.file);
      return { document: documentOf(done), text: textOfBatch(done, out) };
    },
  ),
});

async function fileOf(path: string, charset: FileCharset): Promise<BatchFile> {
  const bytes = await readFile(path).catch(() => {
    throw new CommandError(`${path} cannot be read`);
  });
  if (bytes.length > MOST_BATCH_BYTES) throw new CommandError(`${path} is larger than 6 MB`);
  try {
    const digest = createHash('sha256').update(bytes).digest('hex');
    return { csv: decodeText(bytes, charset), digest: charset === 'utf-8' ? digest : `${digest}:${charset}` };
  } catch (error) {
    if (error instanceof UnreadableText) throw new CommandError(`${path}, line ${error.line}: ${error.reason}`);
    throw error;
  }
}

function documentOf({ batch, tallies: { outcomes, alreadyRecorded, possibleDuplicates } }: FinishedBatch) {
  const shown = Object.entries(outcomes).map(([name, tally]) => [
    name,
    { rows: tally.rows, amount_cents: tally.amountCents },
  ]);
  return {
    batch_id: batch.id,
    status: batch.status,
    stop_reason: batch.stopReason,
    dry_run: batch.isDryRun,
    row_count: batch.rowCount,
    sum_cents: batch.sumCents,
    outcomes: {
      ...Object.fromEntries(shown),
      already_recorded: alreadyRecorded,
      possible_duplicates: possibleDuplicates,
    },
  };
}

function textOfBatch({ batch, tallies: { outcomes, possibleDuplicates } }: FinishedBatch, out?: string): string {
  const counts = Object.entries(outcomes)
    .filter(([, { rows }]) => rows > 0)
    .map(([name, { rows, amountCents }]) => `  ${name}: ${rows} rows, ${amountCents} cents`);
  const stopped = batch.stopReason === null ? '' : ` (${batch.stopReason}; continue with --resume)`;
  const equal =
    possibleDuplicates === 0
      ? []
      : [
          `  possible duplicates: ${possibleDuplicates} rows; see possible_duplicate_of in the results for the other payment`,
        ];
  const written = out === undefined ? [] : [`The results are in ${out}.`];
  return [`Batch ${batch.id} is ${batch.status}${stopped}.`, ...counts, ...equal, ...written].join('\n');
}

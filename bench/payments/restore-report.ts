import type { RestoreProof } from '../../test/support/restore-proof/prove-restore.js';
import { markdownTable } from '../support/figures.js';

const COLUMNS = ['payments', 'repeated', 'doubled', 'lost', 'answered otherwise', 'ids kept', 'reversals', 'reversed'];

/** The result of the proof as a table. */
export function restoreReport(found: RestoreProof & { readonly seconds: number }): string {
  const { kinds, invented, charges, seconds, isProven } = found;
  const rows = kinds.map((row) => [
    ...[row.system, row.kind, row.payments, row.repeated, row.doubled, row.lost],
    ...[row.answeredOtherwise, row.idsKept, row.reversals, row.reversed],
  ]);
  const others = Object.entries(invented).map(([system, count]) => `${system} ${count}`);
  return [
    markdownTable(['loan system', 'kind', ...COLUMNS], rows, ['---', '---', ...COLUMNS.map(() => '--:')]),
    `Payments in the loan systems that no client sent: ${others.join(', ')}.`,
    `Charges at the card processor: ${charges.charges}; ${charges.doubled} doubled, ${charges.lost} lost.\n`,
    `${seconds} s: ${isProven ? 'proven' : 'not proven'}\n`,
  ].join('\n');
}

import { CUT_POINTS } from '../../test/support/fineract-proof/fault-plan.js';
import type { FineractProof } from '../../test/support/fineract-proof/prove-fineract.js';
import { markdownTable } from '../support/figures.js';

/** The result of the proof as tables. */
export function fineractReport(found: FineractProof & { readonly seconds: number }): string {
  const { version, prefix, broken, readsCut, kinds, tieOut, steps, seconds, isProven } = found;
  const counts = kinds.map(({ kind, ours, doubled, lost, invented }) => [kind, ours, doubled, lost, invented]);
  const points = CUT_POINTS.map((point) => [point, broken.kill[point] ?? 0, broken.cut[point] ?? 0]);
  const days = tieOut.map((day) => [
    day.day,
    day.completeness,
    day.ours,
    day.theirs,
    day.differences,
    day.onOtherLoans,
  ]);
  const rows = steps.map(({ step, seconds: took, detail, problem }) => [step, took, problem ?? detail]);
  return [
    `Fineract ${version ?? '(it does not show its version)'}; all names begin with ${prefix}\n`,
    markdownTable(['step', 'seconds', 'result'], rows, ['---', '--:', '---']),
    markdownTable(['connection broken', 'process killed', 'connection cut'], points, ['---', '--:', '--:']),
    `${readsCut} answers to reads were cut too.\n`,
    markdownTable(['kind', 'in Tributary', 'doubled', 'lost', 'invented'], counts, ['---', '--:', '--:', '--:', '--:']),
    markdownTable(['day of tie-out', 'compared', 'ours', 'theirs', 'differences', 'on other loans'], days),
    `${seconds} s: ${isProven ? 'proven' : 'not proven'}\n`,
  ].join('\n');
}

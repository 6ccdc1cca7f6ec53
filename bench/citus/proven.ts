import { say } from '../support/bench.js';
import { markdownTable } from '../support/figures.js';
import { exactlyOnce } from './exactly-once.js';
import { journalHolds } from './journal.js';
import { mainJob } from './main-job.js';
import type { Served } from './served.js';

/** The main job, the reports, the journal's prohibitions and exactly once, on each set-up. */
export async function proven(served: readonly Served[]): Promise<string> {
  const rows: (readonly unknown[])[] = [];
  const wrong: string[] = [];
  for (const { setUp, product } of served) {
    say(`${setUp.name}: the main job and the reports`);
    const steps = [...(await mainJob(product)), ...(await journalHolds(setUp))];
    const failed = steps.filter((step) => step.wrong !== '');
    wrong.push(...failed.map((step) => `- ${setUp.name}: ${step.name}: ${step.wrong}`));
    say(`${setUp.name}: exactly once`);
    const { keys, answers, posted, postings, kills, imbalance } = await exactlyOnce(product);
    const right = `${steps.length - failed.length} of ${steps.length} right`;
    rows.push([setUp.name, right, keys, answers, posted, postings, kills, imbalance]);
  }
  const head = ['', 'main job and reports', 'keys', 'answers', 'posted', 'postings', 'kills', 'imbalance'];
  return `${[markdownTable(head, rows), ...wrong].join('\n')}\n\n`;
}

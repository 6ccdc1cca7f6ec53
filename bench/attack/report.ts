import { markdownTable } from '../support/figures.js';
import { REGULAR_CLIENT_ADDRESS, type Watched } from './regular-client.js';

/** The targets. */
const TARGETS = { loopP99Ms: 50, readRatio: 3, rssGrowthMb: 200 };

/** The same figures quiet and attacked, with their targets. */
export function attackReport(quiet: Watched, attacked: Watched, responses: string, machineLoad: string): string {
  const growth = attacked.rssMostMb - attacked.rssFirstMb;
  const ratio = attacked.readP99Ms / quiet.readP99Ms;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const reads = ({ reads, failed }: Watched) => `${reads}, ${failed}`;
  const rows = [
    ['event loop delay, p99', ms(quiet.loopP99Ms), ms(attacked.loopP99Ms), `under ${TARGETS.loopP99Ms} ms`],
    ['event loop delay, longest', ms(quiet.loopMaxMs), ms(attacked.loopMaxMs), ''],
    ['read, p50', ms(quiet.readP50Ms), ms(attacked.readP50Ms), ''],
    ['read, p99', ms(quiet.readP99Ms), `${ms(attacked.readP99Ms)} (${ratio.toFixed(1)}×)`, `${TARGETS.readRatio}×`],
    ['reads, of them without an answer', reads(quiet), reads(attacked), ''],
    ['memory, growth', '', `${growth.toFixed(0)} MB of ${attacked.rssFirstMb.toFixed(0)}`, `${TARGETS.rssGrowthMb} MB`],
  ];
  return `${markdownTable(['', 'quiet', 'attacked', 'target'], rows)}
Attackers' answers: ${responses}
They come from 127.0.0.1, the reader from ${REGULAR_CLIENT_ADDRESS}, over connections that it keeps.
They, the reader and Postgres share this machine's cores with the server (load: ${machineLoad.trim()}): each is a separate process, the attackers’ with the lowest priority.
`;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentWithoutClock } from '../../test/support/child-environment.js';
import type { FurtherProof } from './further-proofs.js';

/** Each part is replaced by the last release's and back under load: runs the suite's own test alone. */
export const rollingUpgrade: FurtherProof = {
  name: 'rolling-upgrade',
  async run({ say }) {
    say('rolling-upgrade: from the last release to this version, and back');
    const folder = await mkdtemp(join(tmpdir(), 'tributary-rolling-'));
    const path = join(folder, 'figures.json');
    const test = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/upgrades/rolling.test.ts'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environmentWithoutClock(), ROLLING_FIGURES: path },
    });
    const tail: string[] = [];
    for (const stream of [test.stdout, test.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => void tail.push(text));
    }
    const [code] = await once(test, 'close');
    const problems = code === 0 ? [] : [`rolling-upgrade: ${tail.join('').slice(-4_000)}`];
    const about = 'parts of the last release and of this version replace each other under load; no request fails';
    const figures = code === 0 ? JSON.parse(await readFile(path, 'utf8')) : {};
    await rm(folder, { recursive: true });
    return { rows: [{ fault: 'rolling-upgrade', about, count: 1, ...figures }], problems };
  },
};

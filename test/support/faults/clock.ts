import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isClockMoved } from '../child-environment.js';
import { Product } from '../process.js';
import type { Fault } from './fault.js';

/** Debian's package `faketime`, on its two usual architectures. */
const LIBRARIES = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`);

/** Longer than a payment's lease, and than a part's tolerance for another part's signature. */
const JUMPS = ['+10m', '-10m'] as const;

/**
 * The payments part's clock jumps and returns. During the fault the part runs under libfaketime, which reads the offset
 * from a file once a second.
 */
export const jumpedClock: Fault = {
  name: 'clock',
  about: 'the clock of the payments part jumps by ten minutes',
  times: 2,
  missing: async () => {
    if (isClockMoved()) return 'the clock of the whole run is moved';
    return (await library()) === undefined ? 'libfaketime is not installed' : undefined;
  },
  async begin({ instance }, time) {
    const jump = JUMPS[time % JUMPS.length] ?? '+10m';
    const folder = await mkdtemp(join(tmpdir(), 'tributary-clock-'));
    const file = join(folder, 'offset');
    await writeFile(file, '+0\n');
    const { payments, paymentsUrl } = instance.split;
    const { shared, own } = instance.settings;
    const moved = new Product({
      command: ['serve', 'subgraph', 'payments'],
      environment: {
        ...shared,
        ...own['payments'],
        SUBGRAPH_PAYMENTS_URL: paymentsUrl,
        LD_PRELOAD: (await library()) ?? '',
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: '1',
        DONT_FAKE_MONOTONIC: '1',
      },
    });
    await payments.kill();
    await moved.startAndWaitFor(paymentsUrl);
    await writeFile(file, `${jump}\n`);
    return {
      what: `moved the clock of payments by ${jump}`,
      count: 1,
      heal: async () => {
        await moved.kill();
        await rm(folder, { recursive: true, force: true });
        await payments.startAndWaitFor(paymentsUrl);
      },
    };
  },
};

async function library(): Promise<string | undefined> {
  for (const path of LIBRARIES) {
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return undefined;
}

import { expect, it } from 'vitest';
import { memoryExposingFlags } from './memory-exposing-flags.js';

it.each([
  '--inspect',
  '--inspect-brk=0',
  '--heapsnapshot-signal=SIGUSR2',
  '--heapsnapshot-near-heap-limit=1',
  '--heapsnapshot_signal=SIGUSR2',
  '--heap-prof',
  '--heap_prof',
  '--report_on_signal',
  '"--heap-prof"',
  '"--heap\\-prof"',
  '--cpu-prof',
  '--report-on-signal',
  '--report-uncaught-exception',
  '--abort-on-uncaught-exception',
  '--diagnostic-dir=/elsewhere',
])('%s exposes memory, wherever it is set', (flag) => {
  expect(memoryExposingFlags(['--no-warnings', flag], '')).toEqual([flag]);
  expect(memoryExposingFlags([], `--max-old-space-size=64  ${flag} --no-warnings`)).toEqual([flag]);
});

it('other flags do not', () => {
  expect(
    memoryExposingFlags(['--enable-source-maps'], '--max-old-space-size=64 --unhandled-rejections=strict'),
  ).toEqual([]);
});

import { writeFileSync } from 'node:fs';
import { RunError } from '../run-error.js';

/**
 * Keeps what is in memory there, as far as Node lets us from within: no inspector, also not later by signal; no diagnostic
 * reports; no memory of the heap in a core dump (Linux). That a core is dumped at all only the operating system can forbid.
 *
 * @throws {RunError} when the process was started with flags that do the contrary.
 */
export function keepMemoryPrivate(flags: readonly string[]): void {
  if (flags.length > 0) {
    throw new RunError(`the secure host does not run with ${flags.join(', ')}: cards pass through its memory`);
  }
  process.on('SIGUSR1', () => {}); // without a listener of ours the signal opens the inspector
  if (process.report !== undefined) {
    process.report.reportOnFatalError = false;
    process.report.reportOnSignal = false;
    process.report.reportOnUncaughtException = false;
  }
  if (process.platform === 'linux') leaveHeapOutOfCores();
}

/** See core(5): a mask of the kinds of memory that are dumped; none of them. */
function leaveHeapOutOfCores(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A container may forbid it; the operating system's own limit is what counts then.
  }
}

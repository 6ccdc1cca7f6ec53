import { writeFileSync } from 'node:fs';
import { RunError } from '../run-error.js';

/**
 * Keeps memory private, as far as Node allows from within: no inspector, not later by signal either; no diagnostic
 * reports; no heap memory in a core dump (Linux). Only the operating system can prevent core dumps altogether.
 *
 * @throws {RunError} when the process was started with flags that do the contrary.
 */
export function keepMemoryPrivate(flags: readonly string[]): void {
  if (flags.length > 0) {
    throw new RunError(`the secure host does not run with ${flags.join(', ')}: cards pass through its memory`);
  }
  process.on('SIGUSR1', () => {}); // without our own listener the signal opens the inspector
  if (process.report !== undefined) {
    process.report.reportOnFatalError = false;
    process.report.reportOnSignal = false;
    process.report.reportOnUncaughtException = false;
  }
  if (process.platform === 'linux') leaveHeapOutOfCores();
}

/** See core(5): a mask of the kinds of memory that are dumped; zero for none. */
function leaveHeapOutOfCores(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A container may forbid this; then the operating system's own limit applies.
  }
}

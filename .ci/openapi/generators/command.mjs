import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NotHere } from './not-here.mjs';

const execute = promisify(execFile);
const MOST_MS = 300_000;
/** Length of the output that is shown: enough to see what does not compile. */
const LAST_LINES = 40;

/** @returns its output. @throws with the end of its output, when it fails */
export async function run(command, args, { cwd, env } = {}) {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1 << 28, timeout: MOST_MS };
  try {
    return (await execute(command, args, options)).stdout;
  } catch (error) {
    if (error.code === 'ENOENT') throw new NotHere(`${command} is not installed`);
    // A timeout on a busy machine is no fault of the document.
    if (error.killed) throw new NotHere(`${command} took longer than ${MOST_MS / 1_000} s`);
    const printed = `${error.stdout ?? ''}${error.stderr ?? ''}`.trimEnd().split('\n');
    throw new Error([`${command} ${args[0] ?? ''} failed`, ...printed.slice(-LAST_LINES)].join('\n'), { cause: error });
  }
}

/** For a command that downloads: its failure is no fault of the document. */
export async function fetched(command, args, options) {
  try {
    return await run(command, args, options);
  } catch (error) {
    if (error instanceof NotHere) throw error;
    throw new NotHere(`its dependencies could not be fetched: ${error.message}`);
  }
}

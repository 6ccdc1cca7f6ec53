import 'reflect-metadata';
import { createInterface } from 'node:readline';
import { createProgram } from '../../cli/program.js';

/* Runs commands one after the other; see command-host.ts. */

const own = { ...process.env };
const write = process.stdout.write.bind(process.stdout);

for await (const line of createInterface({ input: process.stdin })) {
  const { words, environment } = JSON.parse(line);
  let stdout = '';
  process.env = { ...own, ...environment };
  process.stdout.write = (text: string | Uint8Array, ...rest: unknown[]) => {
    stdout += text;
    const taken = rest.at(-1);
    if (typeof taken === 'function') taken();
    return true;
  };
  process.exitCode = 0;
  const error = await createProgram()
    .parseAsync(words, { from: 'user' })
    .then(
      () => (process.exitCode === 0 ? null : `it ended with ${process.exitCode}`),
      (reason: unknown) => String(reason),
    );
  process.stdout.write = write;
  write(`${JSON.stringify({ stdout, error })}\n`);
}
process.exit(0);

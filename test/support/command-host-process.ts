import 'reflect-metadata';
import { createInterface } from 'node:readline';
import { runCommand } from '../../cli/run-command.js';

/* Runs commands one after the other; see command-host.ts. */

interface Written {
  stdout: string;
  stderr: string;
}

const own = { ...process.env };
const STREAMS = { stdout: process.stdout, stderr: process.stderr };
const write = process.stdout.write.bind(process.stdout);

for await (const line of createInterface({ input: process.stdin })) {
  const { words, environment } = JSON.parse(line);
  process.env = { ...own, ...environment };
  process.exitCode = 0;
  const written: Written = { stdout: '', stderr: '' };
  const restored = [catching('stdout', written), catching('stderr', written)];
  const code = await runCommand(words);
  for (const restore of restored) restore();
  write(`${JSON.stringify({ code, ...written })}\n`);
}
process.exit(0);

/** Captures what is written to a stream, as text. Returns a function that restores the stream. */
function catching(name: keyof Written, written: Written): () => void {
  const stream = STREAMS[name];
  const through = stream.write;
  stream.write = (text: string | Uint8Array, ...rest: unknown[]) => {
    written[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
    const taken = rest.at(-1);
    if (typeof taken === 'function') taken();
    return true;
  };
  return () => {
    stream.write = through;
  };
}

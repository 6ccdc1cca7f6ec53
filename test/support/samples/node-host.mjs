// Runs samples in JavaScript, several at once; see sample-host.ts.
// Each sample runs in a worker, with its own modules, environment and globals, until it has no work left.
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';

const MOST_MS = 100_000;

for await (const line of createInterface({ input: process.stdin })) {
  const { file, environment } = JSON.parse(line);
  void answerOf(file, environment).then((answer) => process.stdout.write(`${JSON.stringify({ file, ...answer })}\n`));
}

async function answerOf(file, environment) {
  const worker = new Worker(file, { env: environment, stdout: true, stderr: true });
  const late = setTimeout(() => void worker.terminate(), MOST_MS);
  let error = null;
  worker.on('error', (reason) => {
    error = reason?.stack ?? String(reason);
  });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  const [stdout, stderr, code] = await Promise.all([text(worker.stdout), text(worker.stderr), ended]);
  clearTimeout(late);
  if (code !== 0) error ??= `exit code ${code}\n${stderr}`;
  return { stdout, error };
}

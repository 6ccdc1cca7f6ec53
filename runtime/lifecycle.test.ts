import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const built = (path: string) => JSON.stringify(new URL(`../dist/${path}`, import.meta.url).href);

/** Runs one part in a separate process until it ends. */
async function run(body: string): Promise<{ readonly code: number | null; readonly stdout: string }> {
  const script = `
    import { Lifecycle } from ${built('runtime/lifecycle.js')};
    import { createLogger } from ${built('core/logging/logger.js')};
    const say = (text) => process.stdout.write(text + '\\n');
    const alive = setInterval(() => {}, 1_000);
    const part = { name: 'part', start: async () => {}, stop: async () => { clearInterval(alive); say('stopped'); } };
    try {
      await new Lifecycle(createLogger('silent', 'test'), { delayMs: 0, graceMs: 1_000 }).run(async (begin) => {
        await begin(part);
        ${body}
      });
      say('in order');
    } catch (error) {
      say(error.name);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  const [code] = await once(child, 'close');
  return { code, stdout };
}

it('after an uncaught exception, everything running is stopped in order and the run fails', async () => {
  const ended = await run(`setTimeout(() => { throw new Error('unexpected'); }, 10);`);
  expect(ended).toEqual({ code: 0, stdout: 'stopped\nRunError\n' });
});

it('an unhandled rejection ends nothing', async () => {
  const ended = await run(
    `void Promise.reject(new Error('unexpected'));
     setTimeout(() => { say('lives on'); process.kill(process.pid, 'SIGTERM'); }, 100);`,
  );
  expect(ended).toEqual({ code: 0, stdout: 'lives on\nstopped\nin order\n' });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { AttackOrder } from './attack/attackers.js';
import { type Product, startProduct } from './attack/product.js';
import { regularClient } from './attack/regular-client.js';
import { attackReport } from './attack/report.js';
import { numbers } from './numbers.js';

const { seconds: SECONDS, connections: CONNECTIONS } = numbers(
  'bench:attack',
  'What attackers cost a regular client that reads.',
  { seconds: 30, connections: 200 },
);

const say = (line: string) => process.stderr.write(`${line}\n`);

/**
 * `npm run bench:attack -- [seconds] [connections]`: starts the product as `npm start` does, attacks it from another
 * process, and reports the effect on a regular client that reads.
 */
async function main(): Promise<void> {
  say('starting the product …');
  const product = await startProduct();
  try {
    await warmUp(product);
    say(`quiet, ${SECONDS} s`);
    const quiet = await regularClient(product, SECONDS);
    say(`attacked over ${CONNECTIONS} connections, ${SECONDS} s`);
    const attack = await startAttack({ ...product.target, from: '127.0.0.1', connections: CONNECTIONS });
    const attacked = await regularClient(product, SECONDS);
    attack.stop();
    process.stdout.write(attackReport(quiet, attacked, await attack.responses, await load()));
  } finally {
    await product.stop();
  }
}

/**
 * After a minute a server has compiled all its code paths, refusals included: the warm-up comes from an address that is
 * not measured later.
 */
async function warmUp(product: Product): Promise<void> {
  const attack = await startAttack({ ...product.target, from: '127.0.0.3', connections: 10 });
  await regularClient(product, 3);
  attack.stop();
  await attack.responses;
  await regularClient(product, 3);
}

/**
 * In its own process, so that neither the server's event loop nor the regular client waits for it. Real attackers
 * compute on their own machines: here their work yields to the server's, on Linux at once (SCHED_IDLE).
 */
async function startAttack(order: AttackOrder) {
  const script = fileURLToPath(new URL('attack/attackers.js', import.meta.url));
  const [command, ...words] = [
    ...(process.platform === 'linux' ? ['chrt', '--idle', '0'] : []),
    process.execPath,
    script,
  ];
  const child = spawn(command ?? '', words, { stdio: ['pipe', 'pipe', 'inherit'] });
  if (process.platform !== 'linux') setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW);
  child.stdin.write(`${JSON.stringify(order)}\n`);
  await once(child.stdout, 'data'); // it starts
  const responses = once(child.stdout, 'data').then(([line]) => String(line).trim());
  return { responses, stop: () => child.stdin.end() };
}

/** The machine's load, where the system reports it. */
async function load(): Promise<string> {
  return readFile('/proc/loadavg', 'utf8').catch(() => 'unknown');
}

await main();

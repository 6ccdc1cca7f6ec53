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
  'What strangers who attack do to somebody who reads.',
  { seconds: 30, connections: 200 },
);

const say = (line: string) => process.stderr.write(`${line}\n`);

/**
 * `npm run bench:attack -- [seconds] [connections]`: boots the product as `npm start` does, has strangers attack it from a process of their own, and says
 * what that does to somebody who reads.
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
    process.stdout.write(attackReport(quiet, attacked, await attack.told, await load()));
  } finally {
    await product.stop();
  }
}

/** A server that has run for a minute has compiled what it answers with, refusals too: they come from an address that is not looked at later. */
async function warmUp(product: Product): Promise<void> {
  const attack = await startAttack({ ...product.target, from: '127.0.0.3', connections: 10 });
  await regularClient(product, 3);
  attack.stop();
  await attack.told;
  await regularClient(product, 3);
}

/**
 * In a process of its own, so that neither the server's loop nor the bystander's waits for it. Strangers compute on machines of
 * their own: what this one computes gives way to the server, on Linux at once (SCHED_IDLE).
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
  await once(child.stdout, 'data'); // it begins
  const told = once(child.stdout, 'data').then(([line]) => String(line).trim());
  return { told, stop: () => child.stdin.end() };
}

/** What else the machine does, where it tells. */
async function load(): Promise<string> {
  return readFile('/proc/loadavg', 'utf8').catch(() => 'unknown');
}

await main();

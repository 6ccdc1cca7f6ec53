import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { say, withNumbers } from '../support/bench.js';
import { type AttackedProduct, startAttackedProduct } from './attacked-product.js';
import type { AttackOrder } from './attackers.js';
import { regularClient } from './regular-client.js';
import { attackReport } from './report.js';

/** Attacks the product from another process, and reports the effect on a regular client that reads. */
export const bench = withNumbers({ seconds: 30, connections: 200 }, async ({ seconds, connections }) => {
  say('starting the product …');
  const product = await startAttackedProduct();
  try {
    await warmUp(product);
    say(`quiet, ${seconds} s`);
    const quiet = await regularClient(product, seconds);
    say(`attacked over ${connections} connections, ${seconds} s`);
    const attack = await startAttack({ ...product.target, from: '127.0.0.1', connections });
    const attacked = await regularClient(product, seconds);
    attack.stop();
    process.stdout.write(attackReport(quiet, attacked, await attack.responses, await machineLoad()));
  } finally {
    await product.stop();
  }
});

/**
 * After a minute a server has compiled all its code paths, refusals included: the warm-up comes from an address that is
 * not measured later.
 */
async function warmUp(product: AttackedProduct): Promise<void> {
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
  const script = fileURLToPath(new URL('attackers.js', import.meta.url));
  const idle = process.platform === 'linux' ? ['chrt', '--idle', '0'] : [];
  const [command = '', ...words] = [...idle, process.execPath, script];
  const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  if (process.platform !== 'linux') setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW);
  child.stdin.write(`${JSON.stringify(order)}\n`);
  await once(child.stdout, 'data'); // it starts
  const responses = once(child.stdout, 'data').then(([line]) => String(line).trim());
  return { responses, stop: () => child.stdin.end() };
}

/** The machine's load, where the system reports it. */
function machineLoad(): Promise<string> {
  return readFile('/proc/loadavg', 'utf8').catch(() => 'unknown');
}

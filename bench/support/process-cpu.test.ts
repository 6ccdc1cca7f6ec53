import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, inject, it } from 'vitest';
import { cpuMicrosecondsOf, postmasterOf } from './process-cpu.js';

const isLinux = process.platform === 'linux';
const BURNS = 'const end = process.cpuUsage().user + 400_000; while (process.cpuUsage().user < end);';

/** A process whose child uses 400 ms of processor time, and then ends. */
const PARENT = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(BURNS)}]);
  child.once('exit', () => process.stdout.write('done'));
  process.stdin.resume();`;

it.runIf(isLinux)('counts descendants, also those that have ended', async () => {
  const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    await once(parent.stdout, 'data');
    expect(await cpuMicrosecondsOf([parent.pid ?? 0])).toBeGreaterThanOrEqual(400_000);
    // Two roots of one tree are counted once.
    const own = (await cpuMicrosecondsOf([process.pid])) ?? 0;
    expect(await cpuMicrosecondsOf([process.pid, parent.pid ?? 0])).toBeLessThan(own + 300_000);
  } finally {
    parent.kill('SIGKILL');
  }
});

it.runIf(isLinux)('finds the main process of a database server', async () => {
  const url = inject('databaseServerUrl');
  const postmaster = (await postmasterOf(url)) ?? 0;
  expect(await postmasterOf(url)).toBe(postmaster);
  expect(await cpuMicrosecondsOf([postmaster])).toBeGreaterThan(0);
});

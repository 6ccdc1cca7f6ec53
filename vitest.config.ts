import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { runFolder } from './test/support/run-folder.js';

export default defineConfig({
  resolve: {
    // One copy of graphql: the import condition of Vite would otherwise load its ESM build beside Node's CommonJS one.
    alias: [
      { find: /^graphql$/, replacement: fileURLToPath(new URL('node_modules/graphql/index.js', import.meta.url)) },
    ],
  },
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    globalSetup: ['test/support/database-server.ts'],
    setupFiles: ['test/support/file-cost.ts', 'test/support/reflection.ts', 'test/support/contract/after-all.ts'],
    // What a test or a process of it writes to the folder for temporary files.
    env: { TMPDIR: runFolder() },
    reporters: ['default', './test/support/plain-summary.ts'],
    // Much of a test is waiting, for a process to start or a pause to end: one file per core.
    maxWorkers: '100%',
    // Tests of one file that run beside each other (`it.concurrent`) wait much more than they work.
    maxConcurrency: 10,
    // A worker keeps what it has loaded from file to file: importing the house anew for each was half of the suite's work.
    // What a file needs to itself it makes: its database, its hosts, its clock.
    isolate: false,
    // Far beyond what anything takes on a busy machine: what never comes fails the test, what is slow does not.
    // Events and seals wait for every transaction of the server that began earlier: one that seeds the demo's data elsewhere takes seconds.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000, interval: 50 } },
  },
});

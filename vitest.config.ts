import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { runFolder } from './test/support/run-folder.js';

export default defineConfig({
  resolve: {
    // Loads a single copy of graphql: Vite's import condition would load its ESM build beside Node's CommonJS one.
    alias: [
      { find: /^graphql$/, replacement: fileURLToPath(new URL('node_modules/graphql/index.js', import.meta.url)) },
    ],
  },
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    globalSetup: ['test/support/database-server.ts'],
    setupFiles: ['test/support/file-cost.ts', 'test/support/reflection.ts', 'test/support/contract/after-all.ts'],
    // Folder for temporary files of tests and of their processes.
    env: { TMPDIR: runFolder() },
    reporters: ['default', './test/support/plain-summary.ts'],
    // Tests mostly wait, for a process to start or a pause to end: one file per core.
    maxWorkers: '100%',
    // Concurrent tests of one file (`it.concurrent`) mostly wait.
    maxConcurrency: 10,
    // A worker keeps loaded modules from file to file: importing the code again for each was half of the suite's work.
    // A file that needs its own database, hosts or clock creates them.
    isolate: false,
    // Far longer than any step takes on a busy machine: slow tests pass, hanging ones fail. Events and seals wait for
    // every earlier transaction of the server: seeding demo data in another test takes seconds.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000, interval: 50 } },
  },
});

import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/*
 * Writes the coverage of a test worker, one report per test file, in the format of Node's reports. Needed because
 * vitest ends its workers with a signal, and a process that is killed by a signal writes no report.
 */

declare global {
  var coverageSession: Session | undefined;
  var coverageReports: number | undefined;
}

// The worker runs this module again for each test file.
const worker = globalThis;
worker.coverageSession ??= measuring();

afterAll(() => {
  const folder = process.env['NODE_V8_COVERAGE'];
  if (folder === undefined) return;
  worker.coverageReports = (worker.coverageReports ?? 0) + 1;
  worker.coverageSession?.post('Profiler.takePreciseCoverage', (error, report) => {
    if (error !== null) throw error;
    const result = report.result.filter(({ url }) => url.startsWith('file:') && url.includes('/dist/'));
    writeFileSync(join(folder, `worker-${process.pid}-${worker.coverageReports}.json`), JSON.stringify({ result }));
  });
});

function measuring(): Session {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return session;
}

const REPORT_EVERY_MS = 2_000;

/** Reports progress on standard error now and then; standard output is for the result. */
export function progress(): (line: string) => void {
  let reportedAt = performance.now();
  return (line) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    process.stderr.write(`${line}\n`);
  };
}

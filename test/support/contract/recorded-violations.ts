/** Answers of other processes that were not as the contract document says; a test that expects failures would swallow them. */
const found = new Set<string>();

export function recordViolations(violations: readonly string[]): void {
  for (const violation of violations) found.add(violation);
}

/** @throws {Error} with all that was found in this test file. */
export function assertNoViolations(): void {
  const violations = [...found];
  // A worker goes on to the next file with what it has loaded.
  found.clear();
  if (violations.length > 0)
    throw new Error(`answers that docs/openapi.json does not describe:\n${violations.join('\n')}`);
}

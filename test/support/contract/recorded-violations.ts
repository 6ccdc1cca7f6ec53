/**
 * Violations in responses of other processes. They are collected here, because a test that expects failures would
 * swallow an exception.
 */
const found = new Set<string>();

export function recordViolations(violations: readonly string[]): void {
  for (const violation of violations) found.add(violation);
}

/** @throws {Error} with all violations found in this test file. */
export function assertNoViolations(): void {
  const violations = [...found];
  // A worker keeps this module loaded for its next file.
  found.clear();
  if (violations.length > 0)
    throw new Error(`answers that docs/openapi.json does not describe:\n${violations.join('\n')}`);
}

const MOST_CHARACTERS = 500;

/**
 * The text of an error for operators: Postgres' code and message. Quoted values and email addresses are removed; names
 * of tables, columns and constraints stay.
 */
export function redactedError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? `${error.code} ` : '';
  const redacted = message
    .replace(/"([^"]*)"/g, (quoted, inner) => (/^[a-z_][a-z0-9_]{0,62}$/.test(inner) ? quoted : '"…"'))
    .replace(/'[^']*'/g, "'…'")
    .replace(/\S+@\S+/g, '…');
  return `${code}${redacted}`.slice(0, MOST_CHARACTERS);
}

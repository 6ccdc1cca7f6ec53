/** The kind of a ledger: the built-in one, and those of organizations. */
export const LEDGER_KIND = 'ledger';

/** Whether systems of this kind are in Tributary's own database. They are always reachable and need no sync. */
export function isBuiltInKind(kind: string): boolean {
  return kind === LEDGER_KIND || kind === 'sandbox';
}

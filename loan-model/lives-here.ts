/** The kind of every ledger: the one that comes along, and those of organizations. */
export const LEDGER_KIND = 'ledger';

/** Whether systems of a kind are in this database: nothing has to be reached, synced or waited for. */
export function livesHere(kind: string): boolean {
  return kind === LEDGER_KIND || kind === 'sandbox';
}

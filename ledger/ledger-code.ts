/** The code under which the ledger is registered among the loan systems. */
export const LEDGER_CODE = 'ledger';

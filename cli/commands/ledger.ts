import type { Command } from 'commander';
import { registerLedgerBoarding } from './ledger-boarding.js';
import { registerLedgerLoans } from './ledger-loans.js';
import { registerLedgerProducts } from './ledger-products.js';
import { registerLedgerReads } from './ledger-reads.js';

/** Work on the ledger that organizations keep here; each file brings its own commands. */
export function registerLedger(program: Command): void {
  const ledger = program
    .command('ledger')
    .description('a lender’s own loans: products, portfolios taken in, booking, corrections, payoffs and the books');
  registerLedgerProducts(ledger);
  registerLedgerBoarding(ledger);
  registerLedgerLoans(ledger);
  registerLedgerReads(ledger);
}

import type { Command } from 'commander';
import { registerLedgerBoarding } from './ledger-boarding.js';
import { registerLedgerReads } from './ledger-journal-and-totals.js';
import { registerLedgerLoans } from './ledger-loans.js';
import { registerLedgerProducts } from './ledger-products.js';

/** `ledger …`: the loans that organizations keep in Tributary. Each file registers its own commands. */
export function registerLedger(program: Command): void {
  const ledger = program
    .command('ledger')
    .description(
      'loans that a lender keeps in Tributary: products, imported portfolios, booking, corrections, payoffs and the books',
    );
  registerLedgerProducts(ledger);
  registerLedgerBoarding(ledger);
  registerLedgerLoans(ledger);
  registerLedgerReads(ledger);
}

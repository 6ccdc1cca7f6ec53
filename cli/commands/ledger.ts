import { group } from '../command-result-as-json-or-text.js';
import { ledgerBoarding } from './ledger-boarding.js';
import { ledgerReads } from './ledger-journal-and-totals.js';
import { ledgerLoans } from './ledger-loans.js';
import { ledgerProductsCommands } from './ledger-products.js';

/** `ledger …`: the loans that organizations keep in Tributary. */
export const ledgerCommands = group(
  'loans that a lender keeps in Tributary: products, imported portfolios, booking, corrections, payoffs and the books',
  { products: ledgerProductsCommands, ...ledgerBoarding, ...ledgerLoans, ...ledgerReads },
);

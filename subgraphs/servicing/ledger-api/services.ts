import { createLedger } from '../../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import type { LoanSystems } from '../../../connectors/loan-systems/registry.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { BoardingAbandoner } from '../../../ledger/boarding/abandon-boarding.js';
import type { ProjectionContext } from '../../../loan-model/projection/projection-context.js';
import { LedgerBoardingService } from './boarding/ledger-boarding.service.js';
import { LedgerJournalService } from './journal/ledger-journal.service.js';
import { LoanBooker } from './loan/book-loan.js';
import { LedgerLoanService } from './loan/ledger-loan.service.js';
import { LedgerLoanPreviewer } from './loan/preview-loan.js';
import { LedgerOperationService } from './operation/ledger-operation.service.js';
import { LedgerOperationPreviewer } from './operation/preview-operation.js';
import { LedgerProductService } from './product/ledger-product.service.js';
import { LedgerScheduleService } from './schedule/ledger-schedule.service.js';
import { LedgerWriteLookup } from './write-by-key/ledger-write-by-key.js';

interface Source extends ProjectionContext, Pick<ServiceParts, 'db' | 'cursors' | 'clientKeys' | 'secrets'> {
  readonly systems: LoanSystems;
}

/** Loans of the built-in ledger, for resolvers and commands. */
export function ledgerServices(source: Source) {
  return {
    ledgerLoans: new LedgerLoanService(source),
    booker: new LoanBooker(source),
    loanPreviewer: new LedgerLoanPreviewer(source),
    operations: new LedgerOperationService({ ...source, operations: createLedger(source).operations }),
    operationPreviewer: new LedgerOperationPreviewer(source),
    writesByKey: new LedgerWriteLookup(source),
    products: new LedgerProductService(source),
    schedules: new LedgerScheduleService(source),
    journal: new LedgerJournalService(source),
    boardings: new LedgerBoardingService(source),
    abandoner: new BoardingAbandoner(source),
  };
}

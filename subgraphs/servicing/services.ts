import { createLedger } from '../../connectors/loan-systems/ledger/ledger.js';
import type { LoanSystems } from '../../connectors/loan-systems/registry.js';
import type { Clock } from '../../core/clock.js';
import type { Database } from '../../core/db/database.js';
import type { Cursors } from '../../core/db/keyset.js';
import type { ErasureStep } from '../../core/erasure/erasure-step.js';
import type { ClientKeys } from '../../core/idempotency/client-keys.js';
import type { SecretsAtRest } from '../../core/secrets/at-rest.js';
import type { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { AccountService } from './account/account.service.js';
import { AccountDetailService } from './account/account-detail.service.js';
import { ApiKeyService } from './api-key/api-key.service.js';
import { AuditEntryService } from './audit-entry/audit-entry.service.js';
import { ErasureService } from './erasure/erasure.service.js';
import { JobService } from './job/job.service.js';
import { BoardingAbandoner } from './ledger-boarding/abandon-boarding.js';
import { LedgerBoardingService } from './ledger-boarding/ledger-boarding.service.js';
import { LedgerJournalService } from './ledger-journal/ledger-journal.service.js';
import { LoanBooker } from './ledger-loan/book-loan.js';
import { LedgerLoanService } from './ledger-loan/ledger-loan.service.js';
import { LedgerOperationService } from './ledger-operation/ledger-operation.service.js';
import { LedgerProductService } from './ledger-product/ledger-product.service.js';
import { LedgerScheduleService } from './ledger-schedule/ledger-schedule.service.js';
import { LifecycleEventService } from './lifecycle-event/lifecycle-event.service.js';
import { LoanSystemService, type Remotes } from './loan-system/loan-system.service.js';
import { OperatorTokenService } from './operator-token/operator-token.service.js';
import { OrganizationService } from './organization/organization.service.js';
import { PayoffService } from './payoff/payoff.service.js';
import { PersonCorrector } from './person/correct-person.js';
import { PersonService } from './person/person.service.js';
import { TestClockService } from './test-clock/test-clock.service.js';
import { TransactionService } from './transaction/transaction.service.js';

export interface ServicingSource {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly systems: LoanSystems;
  readonly remotes: Remotes;
  readonly secrets: SecretsAtRest;
  readonly contactDigests: KeyedDigests;
  readonly erasureSteps: readonly ErasureStep[];
}

/** What is done here at somebody's request: for the resolvers of this subgraph, and for commands. */
export function servicingServices(source: ServicingSource) {
  const { db, cursors } = source;
  return {
    organizations: new OrganizationService(db, cursors),
    accounts: new AccountService(db, cursors),
    details: new AccountDetailService(source),
    persons: new PersonService(db, cursors),
    corrector: new PersonCorrector(source),
    transactions: new TransactionService(db, cursors),
    lifecycleEvents: new LifecycleEventService(db, cursors),
    payoffs: new PayoffService(source),
    loanSystems: new LoanSystemService(source),
    ledgerLoans: new LedgerLoanService(source),
    booker: new LoanBooker(source),
    operations: new LedgerOperationService({ ...source, operations: createLedger(source).operations }),
    products: new LedgerProductService(source),
    schedules: new LedgerScheduleService(source),
    journal: new LedgerJournalService(source),
    boardings: new LedgerBoardingService(source),
    abandoner: new BoardingAbandoner(source),
    apiKeys: new ApiKeyService(source),
    operatorTokens: new OperatorTokenService(source),
    auditEntries: new AuditEntryService(source),
    jobs: new JobService(source),
    erasures: new ErasureService(source),
    testClocks: new TestClockService(source),
  };
}

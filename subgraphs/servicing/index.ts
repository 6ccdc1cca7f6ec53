import { createLedger } from '../../connectors/loan-systems/ledger/ledger.js';
import type { LoanSystems } from '../../connectors/loan-systems/registry.js';
import type { Clock } from '../../core/clock.js';
import type { Database } from '../../core/db/database.js';
import type { Cursors } from '../../core/db/keyset.js';
import { batched, batchedWith } from '../../core/graphql/batch.js';
import type { GraphContext } from '../../core/graphql/context.js';
import { nestedList } from '../../core/graphql/nested-list.js';
import { buildSubgraph, type Subgraph } from '../../core/graphql/subgraph.js';
import type { ClientKeys } from '../../core/idempotency/client-keys.js';
import type { JobHandlers } from '../../core/jobs/jobs.js';
import type { SecretsAtRest } from '../../core/secrets/at-rest.js';
import type { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { type AccountRelations, AccountResolver } from './account/account.resolver.js';
import { AccountService } from './account/account.service.js';
import type { AccountRow } from './account/account.store.js';
import { type AccountDetailBatches, AccountDetailResolver } from './account/account-detail.resolver.js';
import {
  type AccountDetail,
  AccountDetailService,
  type PaymentStanding,
  type Payoff,
} from './account/account-detail.service.js';
import type { ShownBorrower } from './account/borrower.store.js';
import { ApiKeyResolver } from './api-key/api-key.resolver.js';
import { ApiKeyService } from './api-key/api-key.service.js';
import { AuditEntryResolver } from './audit-entry/audit-entry.resolver.js';
import { AuditEntryService } from './audit-entry/audit-entry.service.js';
import { ErasureResolver } from './erasure/erasure.resolver.js';
import { ErasureService } from './erasure/erasure.service.js';
import { type ErasureParts, runErasure } from './erasure/run-erasure.js';
import { JobResolver } from './job/job.resolver.js';
import { JobService } from './job/job.service.js';
import { BoardingAbandoner } from './ledger-boarding/abandon-boarding.js';
import { boardingJobs } from './ledger-boarding/boarding.job.js';
import { AbandonedBoardingResolver, LedgerBoardingResolver } from './ledger-boarding/ledger-boarding.resolver.js';
import { LedgerBoardingService } from './ledger-boarding/ledger-boarding.service.js';
import type { BoardingParts } from './ledger-boarding/run-boarding.js';
import { LedgerJournalResolver } from './ledger-journal/ledger-journal.resolver.js';
import { LedgerJournalService } from './ledger-journal/ledger-journal.service.js';
import { LoanBooker } from './ledger-loan/book-loan.js';
import { BookedLedgerLoanResolver, LedgerLoanResolver } from './ledger-loan/ledger-loan.resolver.js';
import { LedgerLoanService } from './ledger-loan/ledger-loan.service.js';
import type { LedgerLoan } from './ledger-loan/ledger-loan.type.js';
import { LedgerOperationResolver } from './ledger-operation/ledger-operation.resolver.js';
import { LedgerOperationService } from './ledger-operation/ledger-operation.service.js';
import { LedgerProductResolver } from './ledger-product/ledger-product.resolver.js';
import { LedgerProductService } from './ledger-product/ledger-product.service.js';
import { LedgerScheduleResolver } from './ledger-schedule/ledger-schedule.resolver.js';
import { LedgerScheduleService } from './ledger-schedule/ledger-schedule.service.js';
import { LifecycleEventResolver } from './lifecycle-event/lifecycle-event.resolver.js';
import { LifecycleEventService } from './lifecycle-event/lifecycle-event.service.js';
import { LoanSystemResolver } from './loan-system/loan-system.resolver.js';
import { LoanSystemService, type Remotes } from './loan-system/loan-system.service.js';
import { OperatorTokenResolver } from './operator-token/operator-token.resolver.js';
import { OperatorTokenService } from './operator-token/operator-token.service.js';
import { OrganizationResolver } from './organization/organization.resolver.js';
import { OrganizationService } from './organization/organization.service.js';
import type { OrganizationRow } from './organization/organization.store.js';
import { PayoffResolver } from './payoff/payoff.resolver.js';
import { PayoffService } from './payoff/payoff.service.js';
import type { AddressRow } from './person/address.store.js';
import { PersonCorrector } from './person/correct-person.js';
import { PersonResolver } from './person/person.resolver.js';
import { PersonService } from './person/person.service.js';
import type { PersonRow } from './person/person.store.js';
import { SyncWorker, type SyncWorkerParts } from './sync/sync-worker.js';
import { TestClockResolver } from './test-clock/test-clock.resolver.js';
import { TestClockService } from './test-clock/test-clock.service.js';
import { TransactionResolver } from './transaction/transaction.resolver.js';
import { TransactionService } from './transaction/transaction.service.js';
import type { Split } from './transaction/transaction.type.js';

export interface ServicingSource {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly systems: LoanSystems;
  readonly remotes: Remotes;
  readonly secrets: SecretsAtRest;
  readonly contactDigests: KeyedDigests;
}

/** The servicing subgraph: organizations, accounts, persons, transactions and lifecycle events of the normalized model; administration. */
export function buildServicing(source: ServicingSource): Subgraph {
  const { db, cursors } = source;
  const organizations = new OrganizationService(db, cursors);
  const accounts = new AccountService(db, cursors);
  const persons = new PersonService(db, cursors);
  const transactions = new TransactionService(db, cursors);
  const lifecycleEvents = new LifecycleEventService(db, cursors);
  const loanSystems = new LoanSystemService(source);

  const organization = batched<OrganizationRow>((ids, { principal }) => organizations.many(principal, ids));
  const account = batched<AccountRow>((ids, { principal }) => accounts.many(principal, ids));
  const person = batched<PersonRow>((ids, { principal }) => persons.many(principal, ids));
  const addresses = batched<readonly AddressRow[]>((ids, { principal }) => persons.addresses(principal, ids));
  const syncedThrough = syncedThroughOf(
    source.systems,
    batched<string | null>((codes, { principal }) => loanSystems.syncedThrough(principal, codes)),
  );
  const ledgerLoans = new LedgerLoanService(source);
  const ledgerLoan = batched<LedgerLoan | null>((ids, { principal }) => ledgerLoans.ofAccounts(principal, ids));
  const presentSplit = batched<Split | null>((ids, { principal }) => transactions.presentSplits(principal, ids));
  const boardings = new LedgerBoardingService(source);
  const details = new AccountDetailService(source);
  const { batches, whole } = detailBatches(accounts, details, new PayoffService(source));
  return buildSubgraph({
    name: 'servicing',
    contactDigests: source.contactDigests,
    resolvers: [
      new AccountResolver(accounts, {
        organization,
        person,
        whole,
        syncedThrough,
        ...listsOfAccounts(transactions, lifecycleEvents),
      }),
      new AccountDetailResolver(batches),
      new ApiKeyResolver(new ApiKeyService(source)),
      new AuditEntryResolver(new AuditEntryService(source)),
      new ErasureResolver(new ErasureService(source)),
      new JobResolver(new JobService(source)),
      new LedgerBoardingResolver(boardings),
      new AbandonedBoardingResolver({ boardings, abandoner: new BoardingAbandoner(source) }),
      new LedgerJournalResolver(new LedgerJournalService(source)),
      new LedgerLoanResolver({ booker: new LoanBooker(source), ledgerLoan }),
      new BookedLedgerLoanResolver(account),
      new LedgerOperationResolver(
        new LedgerOperationService({ ...source, operations: createLedger(source).operations }),
      ),
      new LedgerProductResolver(new LedgerProductService(source)),
      new LedgerScheduleResolver(new LedgerScheduleService(source)),
      new LifecycleEventResolver(lifecycleEvents, account),
      new LoanSystemResolver(loanSystems),
      new OperatorTokenResolver(new OperatorTokenService(source)),
      new OrganizationResolver(organizations, source),
      new PayoffResolver(new PayoffService(source)),
      new PersonResolver(
        { persons, corrector: new PersonCorrector(source) },
        accountsOfPersons(accounts),
        addresses,
        organization,
      ),
      new TestClockResolver(new TestClockService(source)),
      new TransactionResolver(transactions, account, presentSplit),
    ],
    references: {
      Organization: ({ id }, context) => organization(id, context),
      Account: ({ id }, context) => account(id, context),
      Person: ({ id }, context) => person(id, context),
    },
  });
}

/** What lives in our own database is never behind: nothing is asked. */
function syncedThroughOf(
  systems: LoanSystems,
  read: AccountRelations['syncedThrough'],
): AccountRelations['syncedThrough'] {
  const never = Promise.resolve(null);
  return (code, context) => (systems.byCode(code).embedded === undefined ? read(code, context) : never);
}

function listsOfAccounts(transactions: TransactionService, lifecycleEvents: LifecycleEventService) {
  return {
    transactions: nestedList(
      (principal, accountIds, asked) => transactions.ofAccounts(principal, accountIds, asked),
      (principal, accountId, asked) => transactions.list(principal, { ...asked, accountId }),
    ),
    lifecycleEvents: nestedList(
      (principal, accountIds, asked) => lifecycleEvents.ofAccounts(principal, accountIds, asked),
      (principal, accountId, asked) => lifecycleEvents.list(principal, { ...asked, accountId }),
    ),
  };
}

function accountsOfPersons(accounts: AccountService) {
  return nestedList(
    (principal, partyIds, asked) => accounts.ofPrimaryBorrowers(principal, partyIds, asked),
    (principal, primaryBorrowerPartyId, asked) => accounts.list(principal, { ...asked, primaryBorrowerPartyId }),
  );
}

/** The jobs of this subgraph, for the worker. */
export function servicingJobs(source: SyncWorkerParts & BoardingParts & ErasureParts) {
  const sync = new SyncWorker(source);
  return {
    handlers: {
      sync_due: () => sync.watchDue(),
      sync_loan_system: (request) => sync.system(request),
      sync_account: (request) => sync.account(request),
      erase: (erasure) => runErasure(source, erasure),
      ...boardingJobs(source),
    } satisfies JobHandlers,
    /** Has a sync that is under way leave off at its next page, so that the worker can stop. */
    leaveOff: () => sync.leaveOff(),
  };
}

function detailBatches(accounts: AccountService, details: AccountDetailService, payoffs: PayoffService) {
  const detail = batched<AccountDetail>((ids, { principal }) => details.many(principal, ids));
  const borrowers = batched<readonly ShownBorrower[]>((ids, { principal }) => accounts.borrowers(principal, ids));
  const batches: AccountDetailBatches = {
    detail,
    standing: batched<PaymentStanding>(async (ids, context) =>
      details.standings(context.principal, await Promise.all(ids.map((id) => detail(id, context)))),
    ),
    payoffOn: payoffsOn(payoffs),
    borrowers,
  };
  const whole = async (id: string, context: GraphContext) => {
    const found = await details.whole(context.principal, id);
    detail.prime(id, context, found.detail);
    borrowers.prime(id, context, found.borrowers);
    return found.row;
  };
  return { batches, whole };
}

function payoffsOn(payoffs: PayoffService): AccountDetailBatches['payoffOn'] {
  const quoted = batchedWith<{ readonly on: string }, Payoff | null>((ids, { on }, { principal }) =>
    payoffs.amountsOn(principal, ids, on),
  );
  return (id, on, context) => quoted(id, { on }, context);
}

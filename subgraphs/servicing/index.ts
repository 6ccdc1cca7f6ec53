import type { LoanSystems } from '../../connectors/loan-systems/registry.js';
import { SecondPersonCheck } from '../../core/approvals/require-second-person.js';
import { batched, batchedWith } from '../../core/graphql/batched-reads.js';
import type { GraphContext } from '../../core/graphql/context.js';
import { nestedList } from '../../core/graphql/nested-list.js';
import { buildSubgraph, type Subgraph } from '../../core/graphql/subgraph.js';
import type { JobHandlers } from '../../core/jobs/job-types-and-enqueue.js';
import { boardingJobs } from '../../ledger/boarding/boarding.job.js';
import type { BoardingParts } from '../../ledger/boarding/run-boarding.js';
import type { AddressRow } from '../../loan-model/person/address.store.js';
import type { AccountRow } from './accounts/account/account.reads.store.js';
import { type AccountRelations, AccountResolver } from './accounts/account/account.resolver.js';
import { AccountService } from './accounts/account/account.service.js';
import { type AccountDetailBatches, AccountDetailResolver } from './accounts/account/account-detail.resolver.js';
import {
  type AccountDetail,
  AccountDetailService,
  type PaymentAvailability,
  type Payoff,
} from './accounts/account/account-detail.service.js';
import { AccountsOfPersonResolver } from './accounts/account/accounts-of-person.resolver.js';
import type { ShownBorrower } from './accounts/account/borrower.reads.store.js';
import { CollectionResolver } from './accounts/collection/collection.resolver.js';
import type { AccountCollection } from './accounts/collection/collection.type.js';
import { CollectionListResolver } from './accounts/collection/collection-list.resolver.js';
import { CollectionOfAccountResolver } from './accounts/collection/collection-of-account.resolver.js';
import { AccountFlagResolver } from './accounts/flag/account-flag.resolver.js';
import type { AccountFlag } from './accounts/flag/account-flag.type.js';
import { FlagRuleResolver } from './accounts/flag/flag-rule.resolver.js';
import { FlagsOfAccountResolver } from './accounts/flag/flags-of-account.resolver.js';
import { LifecycleEventResolver } from './accounts/lifecycle-event/lifecycle-event.resolver.js';
import { LifecycleEventService } from './accounts/lifecycle-event/lifecycle-event.service.js';
import { LifecycleEventsOfAccountResolver } from './accounts/lifecycle-event/lifecycle-events-of-account.resolver.js';
import { NoteResolver } from './accounts/note/note.resolver.js';
import type { AccountNote } from './accounts/note/note.type.js';
import { NotesOfAccountResolver } from './accounts/note/notes-of-account.resolver.js';
import { PayoffResolver } from './accounts/payoff/payoff.resolver.js';
import { PayoffService } from './accounts/payoff/payoff.service.js';
import type { PersonRow } from './accounts/person/person.reads.store.js';
import { PersonResolver } from './accounts/person/person.resolver.js';
import { TransactionResolver } from './accounts/transaction/transaction.resolver.js';
import { TransactionService } from './accounts/transaction/transaction.service.js';
import type { Split } from './accounts/transaction/transaction.type.js';
import { TransactionsOfAccountResolver } from './accounts/transaction/transactions-of-account.resolver.js';
import { servicingActsWithLimits } from './acts-with-limits.js';
import { ActLimitResolver } from './approvals/act-limit.resolver.js';
import { ApprovalRequestResolver } from './approvals/approval-request.resolver.js';
import type { ApprovalRequest } from './approvals/approval-request.type.js';
import { ApprovalsOfAccountResolver } from './approvals/approvals-of-account.resolver.js';
import {
  AbandonedBoardingResolver,
  BoardedLoanResolver,
  LedgerBoardingResolver,
} from './ledger-api/boarding/ledger-boarding.resolver.js';
import { LedgerJournalResolver } from './ledger-api/journal/ledger-journal.resolver.js';
import { BookedLedgerLoanResolver, LedgerLoanResolver } from './ledger-api/loan/ledger-loan.resolver.js';
import type { LedgerLoan } from './ledger-api/loan/ledger-loan.type.js';
import { PreviewLedgerLoanResolver } from './ledger-api/loan/preview-loan.resolver.js';
import { LedgerOperationResolver } from './ledger-api/operation/ledger-operation.resolver.js';
import { PreviewLedgerOperationResolver } from './ledger-api/operation/preview-operation.resolver.js';
import { LedgerProductResolver } from './ledger-api/product/ledger-product.resolver.js';
import { LedgerScheduleResolver } from './ledger-api/schedule/ledger-schedule.resolver.js';
import { LedgerWriteByKeyResolver } from './ledger-api/write-by-key/ledger-write-by-key.resolver.js';
import { LoanSystemResolver } from './loan-systems/loan-system/loan-system.resolver.js';
import { SyncWorker, type SyncWorkerParts } from './loan-systems/sync/sync-worker.js';
import { MUTATION_ROLES } from './mutation-roles.js';
import { ApiKeyResolver } from './platform/api-key/api-key.resolver.js';
import { AuditEntryResolver } from './platform/audit-entry/audit-entry.resolver.js';
import { ErasureResolver } from './platform/erasure/erasure.resolver.js';
import { type ErasureParts, runErasure } from './platform/erasure/run-erasure.js';
import { JobResolver } from './platform/job/job.resolver.js';
import { OperatorResolver } from './platform/operator/operator.resolver.js';
import { OperatorTokenResolver } from './platform/operator-token/operator-token.resolver.js';
import { OrganizationResolver } from './platform/organization/organization.resolver.js';
import type { OrganizationRow } from './platform/organization/organization.store.js';
import { SharedViewResolver } from './platform/shared-view/shared-view.resolver.js';
import { TestClockResolver } from './platform/test-clock/test-clock.resolver.js';
import { RecoveryResolver } from './recovery/recovery.resolver.js';
import { type ServicingSource, servicingServices } from './services.js';

/**
 * The servicing subgraph: organizations, accounts, persons, transactions and lifecycle events of the normalized model;
 * administration.
 */
export function buildServicing(source: ServicingSource): Subgraph {
  const services = servicingServices(source);
  const { organizations, accounts, details, persons, corrector, transactions, lifecycleEvents, payoffs } = services;
  const { loanSystems, ledgerLoans, booker, boardings, abandoner } = services;

  const organization = batched<OrganizationRow>((ids, { principal }) => organizations.many(principal, ids));
  const account = batched<AccountRow>((ids, { principal }) => accounts.many(principal, ids));
  const person = batched<PersonRow>((ids, { principal }) => persons.many(principal, ids));
  const addresses = batched<readonly AddressRow[]>((ids, { principal }) => persons.addresses(principal, ids));
  const syncedThrough = syncedThroughOf(
    source.systems,
    batched<string | null>((codes, { principal }) => loanSystems.syncedThrough(principal, codes)),
  );
  const ledgerLoan = batched<LedgerLoan | null>((ids, { principal }) => ledgerLoans.ofAccounts(principal, ids));
  const presentSplit = batched<Split | null>((ids, { principal }) => transactions.presentSplits(principal, ids));
  const notesOf = batched<readonly AccountNote[]>((ids, { principal }) => services.notes.ofAccounts(principal, ids));
  const flagsOf = batched<readonly AccountFlag[]>((ids, { principal }) => services.flags.ofAccounts(principal, ids));
  const stopsOf = batched<readonly string[]>((ids, { principal }) => services.flags.stopsOf(principal, ids));
  const collectionOf = batched<AccountCollection | null>((ids, { principal }) =>
    services.collections.ofAccounts(principal, ids),
  );
  const approvalsOf = batched<readonly ApprovalRequest[]>((ids, { principal }) =>
    services.approvals.ofAccounts(principal, ids),
  );
  const { batches, whole } = detailBatches(accounts, details, payoffs);
  return buildSubgraph({
    name: 'servicing',
    contactDigests: source.contactDigests,
    mutationRoles: MUTATION_ROLES,
    limitedActs: {
      acts: servicingActsWithLimits({ ...services, db: source.db, clock: source.clock }),
      secondPerson: new SecondPersonCheck(source),
    },
    resolvers: [
      new AccountResolver(accounts, { organization, person, whole, syncedThrough }),
      new TransactionsOfAccountResolver(transactionsOfAccounts(transactions)),
      new LifecycleEventsOfAccountResolver(lifecycleEventsOfAccounts(lifecycleEvents)),
      new AccountDetailResolver(batches),
      new FlagsOfAccountResolver(flagsOf, stopsOf),
      new AccountFlagResolver(services.flagSetter, services.flagLifter),
      new FlagRuleResolver(services.flagRules),
      new CollectionOfAccountResolver(collectionOf),
      new CollectionResolver(services.collections),
      new CollectionListResolver(services.collectionList),
      new ApiKeyResolver(services.apiKeys),
      new ActLimitResolver(services.actLimits, services.approvals),
      new ApprovalRequestResolver(services.approvals, services.approvalDecider, account),
      new ApprovalsOfAccountResolver(approvalsOf),
      new AuditEntryResolver(services.auditEntries),
      new ErasureResolver(services.erasures),
      new JobResolver(services.jobs),
      new LedgerBoardingResolver(boardings),
      new BoardedLoanResolver(account),
      new AbandonedBoardingResolver({ boardings, abandoner }),
      new LedgerJournalResolver(services.journal),
      new LedgerLoanResolver({ booker, ledgerLoan }),
      new BookedLedgerLoanResolver(account),
      new PreviewLedgerLoanResolver(services.loanPreviewer),
      new LedgerOperationResolver(services.operations),
      new PreviewLedgerOperationResolver(services.operationPreviewer),
      new LedgerWriteByKeyResolver(services.writesByKey),
      new LedgerProductResolver(services.products),
      new LedgerScheduleResolver(services.schedules),
      new LifecycleEventResolver(lifecycleEvents, account),
      new LoanSystemResolver(loanSystems),
      new NoteResolver(services.notes, services.noteAdder, account),
      new NotesOfAccountResolver(notesOf),
      new OperatorResolver(services.operators),
      new OperatorTokenResolver(services.operatorTokens),
      new RecoveryResolver(services.recoveries),
      new OrganizationResolver(organizations, source),
      new PayoffResolver(payoffs),
      new AccountsOfPersonResolver(accountsOfPersons(accounts)),
      new PersonResolver({ persons, corrector }, addresses, organization),
      new SharedViewResolver(services.sharedViews),
      new TestClockResolver(services.testClocks),
      new TransactionResolver(transactions, account, presentSplit),
    ],
    references: {
      Organization: ({ id }, context) => organization(id, context),
      Account: ({ id }, context) => account(id, context),
      Person: ({ id }, context) => person(id, context),
    },
  });
}

/** Accounts of local loan systems are always current and need no sync state. */
function syncedThroughOf(
  systems: LoanSystems,
  read: AccountRelations['syncedThrough'],
): AccountRelations['syncedThrough'] {
  return (code, context) => (systems.byCode(code).embedded === undefined ? read(code, context) : null);
}

function transactionsOfAccounts(transactions: TransactionService) {
  return nestedList(
    (principal, accountIds, asked) => transactions.ofAccounts(principal, accountIds, asked),
    (principal, accountId, asked) => transactions.list(principal, { ...asked, accountId }),
  );
}

function lifecycleEventsOfAccounts(lifecycleEvents: LifecycleEventService) {
  return nestedList(
    (principal, accountIds, asked) => lifecycleEvents.ofAccounts(principal, accountIds, asked),
    (principal, accountId, asked) => lifecycleEvents.list(principal, { ...asked, accountId }),
  );
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
    /** Makes a running sync stop at its next page, so that the worker can shut down. */
    leaveOff: () => sync.leaveOff(),
  };
}

function detailBatches(accounts: AccountService, details: AccountDetailService, payoffs: PayoffService) {
  const detail = batched<AccountDetail>((ids, { principal }) => details.many(principal, ids));
  const borrowers = batched<readonly ShownBorrower[]>((ids, { principal }) => accounts.borrowers(principal, ids));
  const batches: AccountDetailBatches = {
    detail,
    standing: batched<PaymentAvailability>(async (ids, context) =>
      details.paymentAvailability(context.principal, await Promise.all(ids.map((id) => detail(id, context)))),
    ),
    payoffOn: payoffsOn(payoffs),
    borrowers,
  };
  const whole = async (id: string, context: GraphContext) => {
    const found = await details.whole(context.principal, id);
    if (found.acceptsPayments === undefined) detail.prime(id, context, found);
    return found;
  };
  return { batches, whole };
}

function payoffsOn(payoffs: PayoffService): AccountDetailBatches['payoffOn'] {
  const quoted = batchedWith<{ readonly on: string }, Payoff | null>((ids, { on }, { principal }) =>
    payoffs.amountsOn(principal, ids, on),
  );
  return (id, on, context) => quoted(id, { on }, context);
}

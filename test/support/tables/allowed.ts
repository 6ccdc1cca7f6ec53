import { isBelow } from './areas.js';
import type { Use } from './crossings.js';

/** A rule for many tables or areas, with one reason. */
export interface Rule {
  readonly because: string;
  readonly allows: (use: Use, owner: string) => boolean;
}

export const RULES: readonly Rule[] = [
  {
    because:
      'An area may read the tables of modules that it may import, and lock their rows when a change depends on them: the loan of an account, the key of a request.',
    allows: ({ verb, area }, owner) => verb !== 'writes' && isBelow(owner, area),
  },
  {
    because: 'Reports read all data and write none of it.',
    allows: ({ verb, area }) => verb === 'reads' && area === 'reporting',
  },
  {
    because:
      'Every row belongs to an organization, which scopes statements. A change locks its organization’s row, so that a deactivation waits.',
    allows: ({ verb, table }) => verb !== 'writes' && table === 'organization',
  },
  {
    because: 'A sandbox organization’s day comes from its clock, by the conditions of core/business-time.',
    allows: ({ verb, table }) => verb === 'reads' && table === 'test_clock',
  },
  {
    because:
      'An event is written by the statement that makes the change, so that neither exists without the other: by the insert of core/events/insert-event-sql.ts, which alone names its columns.',
    allows: ({ verb, table }) => verb === 'writes' && table === 'event',
  },
  {
    because:
      'An exception is written by the statement that finds or settles its cause: by the texts of core/exceptions, which alone name its columns.',
    allows: ({ verb, table }) => verb === 'writes' && table === 'operator_exception',
  },
  {
    because: 'The demo’s rows are inserted before anything runs, by a separate command.',
    allows: ({ area }) => area === 'prisma',
  },
  {
    because: 'Sealed columns are sealed again under a new key in every table; only the seal changes.',
    allows: ({ area }) => area === 'core/sealed-columns',
  },
];

/** How one area uses tables of others, and why. Writes and locks are limited to the named statements. */
export type Exception = { readonly area: string; readonly tables: readonly string[]; readonly because: string } & (
  | { readonly verb: 'reads' }
  /** Names of statements, or sources that call a model. */
  | { readonly verb: 'writes' | 'holds'; readonly by: readonly string[] }
);

export const EXCEPTIONS: readonly Exception[] = [
  // Loans, the lowest level.
  {
    area: 'ledger',
    verb: 'writes',
    tables: ['account', 'account_borrower', 'person', 'person_address', 'past_due_snapshot', 'transaction'],
    by: [
      'ledger/open-account.ts',
      'ledger_boarding.move_history',
      'ledger_boarding.write_loans',
      'position.snapshot_pending_loans',
    ],
    because:
      'The ledger is the source of its own loans: it opens their accounts itself, and boards a batch of a file in one statement, so that a loan exists in both or in neither.',
  },
  {
    area: 'ledger',
    verb: 'writes',
    tables: ['loan_system'],
    by: ['ledger/boarding/boarding-target-ledger.ts'],
    because: 'The built-in ledger names itself among the loan systems before the first loan is boarded.',
  },
  {
    area: 'connectors/loan-systems',
    verb: 'writes',
    tables: ['account', 'account_borrower', 'person', 'person_address', 'past_due_snapshot', 'loan_system'],
    by: ['connectors/loan-systems/sandbox/open-scenario-accounts.ts', 'loan_system.turn'],
    because:
      'The sandbox is the source of its own loans, without a sync: it opens the accounts of its scenarios. Parts that call a loan system also record whether they reach it.',
  },
  // Servicing.
  {
    area: 'servicing/loan-systems',
    verb: 'writes',
    tables: ['loan_system'],
    by: ['loan_system.deactivate', 'loan_system.write'],
    because: 'Administrators add and remove loan systems through the API of this area; below it they are only read.',
  },
  {
    area: 'servicing/platform',
    verb: 'writes',
    tables: ['loan_system'],
    by: ['recovery.forget_read_lists'],
    because: 'A recovery from a restore belongs to an organization, and closes the loan systems of its lender.',
  },
  {
    area: 'servicing/platform',
    verb: 'reads',
    tables: ['account_note', 'collected_payment', 'autopay_schedule', 'autopay_run', 'dispute', 'payment_method'],
    because:
      'The audit log of a loan or a person is found by the ids of everything that belongs to it: an entry names the object of its act, not its loan.',
  },
  {
    area: 'servicing/recovery',
    verb: 'writes',
    tables: ['loan_system', 'organization'],
    by: ['recovery.confirm_list_read', 'recovery.set_since'],
    because: 'A recovery from a restore is a state of the organization, and opens the loan systems of its lender.',
  },
  {
    area: 'servicing/recovery',
    verb: 'reads',
    tables: ['collected_payment', 'payment_reversal'],
    because: 'A recovery from a restore shows how many outcomes are still unknown.',
  },
  {
    area: 'servicing/accounts',
    verb: 'reads',
    tables: ['collected_payment', 'autopay_run'],
    because: 'A payoff quote includes pending amounts, by the loan model’s fragment (centsOnTheirWay).',
  },
  // Payments.
  {
    area: 'payments/collected',
    verb: 'writes',
    tables: ['loan_system'],
    by: ['loan_system.record_approvals', 'loan_system.record_approvals_seen'],
    because: 'Only a posting shows whether the commands of a loan system wait for approval there.',
  },
  {
    area: 'payments/collected',
    verb: 'writes',
    tables: ['account', 'transaction', 'past_due_snapshot', 'ledger_entry', 'ledger_line', 'ledger_loan'],
    by: ['collected_payment.record_posted', 'collected_payment.record_unlocked'],
    because:
      'A payment on the ledger leaves all that it leaves in one statement, one round trip; its parts are the owners’ own fragments (journalParts, changeParts).',
  },
  {
    area: 'payments/account',
    verb: 'writes',
    tables: ['ledger_loan'],
    by: ['payments.reservable_under_lock'],
    because:
      'A reservation gives the locked loan’s row a new version, by the ledger’s fragment (renewLoanSql): a payment that was decided without the lock is then not written.',
  },
  {
    area: 'payments/collected',
    verb: 'writes',
    tables: ['idempotency_record'],
    by: [
      'collected_payment.claim_and_lock',
      'collected_payment.insert_posted',
      'collected_payment.lock_and_claim',
      'collected_payment.record_posted',
      'collected_payment.record_unlocked',
    ],
    because:
      'The key’s final answer is written with its payment, by the fragments of core/idempotency (claiming, finishing).',
  },
  {
    area: 'payments/collected',
    verb: 'reads',
    tables: ['autopay_run'],
    because: 'A reservation under a quote counts pending runs, by the loan model’s fragment (centsOnTheirWay).',
  },
  {
    area: 'payments/account',
    verb: 'reads',
    tables: ['collected_payment', 'autopay_run'],
    because:
      'A reservation under a quote counts all pending amounts, by the loan model’s fragment (centsOnTheirWay): payments and runs, so this area is below both.',
  },
  {
    area: 'payments/counts',
    verb: 'reads',
    tables: ['collected_payment', 'payment_reversal', 'autopay_run'],
    because: 'What waits in payments is counted for all of them at once: a client’s page, and a gauge.',
  },
  {
    area: 'payments/methods',
    verb: 'reads',
    tables: ['autopay_schedule', 'autopay_run'],
    because:
      'A method that a schedule or an open one-time charge uses is not deactivated: the deactivating statement checks this.',
  },
  {
    area: 'payments/autopay',
    verb: 'reads',
    tables: ['payment_method', 'collected_payment', 'payment_reversal'],
    because:
      'A run is charged to the method of its schedule. The sync of loan systems needs one list of all postings by Tributary, payments and runs.',
  },
  {
    area: 'payments/autopay',
    verb: 'writes',
    tables: ['account', 'transaction', 'past_due_snapshot', 'ledger_entry', 'ledger_line', 'ledger_loan'],
    by: ['autopay_run.post_charged', 'autopay_run.insert_set'],
    because:
      'A charged run is posted to the ledger in one statement; its parts are the owners’ own fragments (unlockedEntryParts, newTransactionParts). The runs of a set reserve under their loans’ locks, and give each loan’s row a new version.',
  },
  {
    area: 'payments/autopay',
    verb: 'holds',
    tables: ['payment_method'],
    by: ['autopay_schedule.hold_method'],
    because: 'A schedule’s method must not change until the schedule is written.',
  },
  {
    area: 'payments/disputes',
    verb: 'reads',
    tables: ['autopay_correction'],
    because: 'A dispute is about a charge, and shows the corrections of the run behind it.',
  },
  {
    area: 'payments/tie-out',
    verb: 'reads',
    tables: [
      'collected_payment',
      'payment_reversal',
      'autopay_run',
      'autopay_attempt',
      'autopay_correction',
      'autopay_schedule',
      'payment_method',
    ],
    because:
      'The tie-out compares all that payments wrote with what others say, row by row in the database: a day has more rows than a process should hold.',
  },
  {
    area: 'payments/tie-out',
    verb: 'writes',
    tables: ['collected_payment', 'autopay_run', 'autopay_correction'],
    by: ['tie_out_act.follow_posting'],
    because: 'A payment posted again by an operator must be found by its new number later, in any of three tables.',
  },
  {
    area: 'payments/exceptions',
    verb: 'reads',
    tables: [
      'collected_payment',
      'payment_reversal',
      'autopay_run',
      'autopay_attempt',
      'autopay_correction',
      'autopay_schedule',
      'dispute',
      'tie_out_act',
      'tie_out_difference',
    ],
    because: 'An exception is shown with its account, and its subject may be a row of any of these.',
  },
  {
    area: 'payments/search',
    verb: 'reads',
    tables: [
      'collected_payment',
      'payment_reversal',
      'autopay_run',
      'autopay_attempt',
      'autopay_schedule',
      'payment_method',
      'dispute',
    ],
    because: 'A search finds rows of any kind by one text, each by an index of its table.',
  },
  // Messaging.
  {
    area: 'messaging/provider-events',
    verb: 'reads',
    tables: ['campaign', 'campaign_identifier', 'workspace', 'suppression_removal'],
    because: 'An event is matched with the campaign of its provider’s identifier, thousands in one statement.',
  },
  {
    area: 'messaging/provider-events',
    verb: 'writes',
    tables: ['suppression'],
    by: ['suppression.of_events', 'suppression.of_soft_bounces'],
    because: 'A bounce suppresses its address in the transaction that takes the event in, and by the same rows.',
  },
];

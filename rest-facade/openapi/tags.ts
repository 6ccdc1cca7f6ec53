import { reportSources } from '../generated/reports.js';

/** The groups of operations in the contract document, in reading order for a newcomer. */
export const TAGS = {
  Authentication:
    'Exchange of an API key for an access token, and the keys that verify it (RFC 6749, RFC 7517, RFC 8414).',
  Organizations: 'Lenders that a key may act for.',
  Payments: 'Payments that the caller’s organization collected itself: record, read, reverse.',
  'Payment batches': 'Many such payments at once, for example from a lockbox or a till: submit, poll, resume.',
  Accounts: 'Loan accounts, in the same form for every loan system, and their status changes.',
  Persons: 'Borrowers reachable through accounts in scope.',
  Transactions: 'Transactions posted to accounts.',
  'Payment methods': 'Stored cards, bank accounts and wallets: display-safe fields only.',
  Autopay: 'Recurring payment schedules.',
  Disputes: 'Autopay charges that borrowers’ banks dispute.',
  Events: 'Events in order, for polling.',
  'Webhook endpoints': 'Endpoints that receive signed events, and the result of each delivery attempt.',
  Ledger:
    'The ledger that Tributary keeps itself: products, loans, their transactions, and the boarding of whole portfolios.',
  'Test clock': 'The business day of a sandbox organization: read it, move it forward.',
  Sandbox: 'Test accounts and test cards that always behave the same.',
  Reports: `${reportSources.length} reports, page by page as JSON or complete as CSV.`,
  'Email templates': 'Liquid templates of a workspace.',
  'Workspace content': 'Merge fields and assets for templates.',
  'Campaign events': 'Opens, clicks, bounces and unsubscribes that the email provider reports.',
  Service: 'Health, and this document.',
} as const satisfies Record<string, string>;

export type Tag = keyof typeof TAGS;

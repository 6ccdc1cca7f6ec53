/** How the contract document groups its operations, in the order in which a newcomer meets them. */
export const TAGS = {
  Authentication: 'From an API key to an access token, and the keys that verify it (RFC 6749, RFC 7517, RFC 8414).',
  Organizations: 'Lenders that a key may act for.',
  Payments: 'Payments that the caller’s organization collected itself: record, read, reverse.',
  'Payment batches': 'Many such payments at once, as from a lockbox or a till: handed in, polled, resumed.',
  Accounts: 'Loan accounts, the same whichever loan system is behind them, and how their status moved.',
  Persons: 'Borrowers reachable through accounts in scope.',
  Transactions: 'What was posted to accounts.',
  'Payment methods': 'Stored cards, bank accounts and wallets: display-safe fields only.',
  Autopay: 'Recurring payment schedules.',
  Disputes: 'What borrowers’ banks dispute of charges of autopay.',
  Events: 'What changed, in order: to be polled.',
  'Webhook endpoints': 'Where events are sent, signed, and what became of each try.',
  Ledger: 'The books that Tributary keeps itself: products, loans, what is posted to them, whole portfolios taken in.',
  'Test clock': 'The business day of a sandbox organization: read, and moved forward.',
  Sandbox: 'Test accounts and test cards that always behave the same.',
  Reports: 'Ten reports, a page at a time as JSON or whole as CSV.',
  'Email templates': 'Liquid templates of a workspace.',
  'Workspace content': 'Merge fields and assets that templates are filled with.',
  'Campaign events': 'Opens, clicks, bounces and unsubscribes, told by the email provider.',
  Service: 'Health, and this document.',
} as const satisfies Record<string, string>;

export type Tag = keyof typeof TAGS;

/** What clients must send again after a restore, with the same Idempotency-Keys and bodies. */
export interface RequestsToSendAgain {
  readonly requests: string;
  readonly inRemoteSystems: string;
  readonly onLedger: string;
}

export const SEND_AGAIN_PAGE = 'docs/operations.md#what-a-restore-loses';

export const SEND_AGAIN: readonly RequestsToSendAgain[] = [
  {
    requests: 'payments',
    inRemoteSystems: 'first: each finds its posting and keeps its id',
    onLedger: 'first: each is recorded as new, under another id',
  },
  {
    requests: 'reversals',
    inRemoteSystems: 'after the payments: each finds what it did',
    onLedger: 'after the payments, with their new ids',
  },
  {
    requests: 'batches',
    inRemoteSystems: 'the file again: each row as a payment',
    onLedger: 'the file again: each row as a payment',
  },
];

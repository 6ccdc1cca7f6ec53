// Written by `npm run generate` from the scenarios of the sandbox.

/** Test accounts of a sandbox organization, by `external_contract_number`: each always behaves the same. */
export const SANDBOX_ACCOUNTS = {
  /** 201 `posted`, as of the business day: on a weekend that is Monday. */
  posts: 'SBX-POSTS',
  /** 422 `servicing_rejected`, reason `account_restricted`. */
  refuses: 'SBX-REFUSES',
  /** 503 `posting_unavailable`; retry with the same key. */
  unavailable: 'SBX-UNAVAILABLE',
  /** 202 `pending_confirmation`, `posted` a few seconds later. */
  unconfirmedPosts: 'SBX-UNCONFIRMED-POSTS',
  /** 202 `pending_confirmation`, `failed` a few seconds later. */
  unconfirmedLost: 'SBX-UNCONFIRMED-LOST',
  /** 422 `account_not_payable`. */
  notPayable: 'SBX-NOT-PAYABLE',
  /** Posts; its reversal is 202 `reversal_pending`, then `reversed`. */
  reversalUnconfirmed: 'SBX-REVERSAL-UNCONFIRMED',
  /** Posts; its reversal is 422 `servicing_rejected`, reason `reversal_window_closed`. */
  reversalRefused: 'SBX-REVERSAL-REFUSED',
  /** Posts and never answers: 202 after the timeout, then `posted`. */
  hangs: 'SBX-HANGS',
} as const;

/** Test cards, with any security code and a month to come: each always behaves the same. */
export const TEST_CARDS = {
  /** 201; every charge succeeds. So does any other number of a brand. */
  succeeds: '4242424242424242',
  /** 422 `card_declined`, reason `generic_decline`. */
  declined: '4000000000000002',
  /** 422 `card_declined`, reason `expired_card`. */
  expired: '4000000000000069',
  /** 422 `card_declined`, reason `incorrect_cvc`. */
  incorrectCvc: '4000000000000127',
  /** 422 `card_declined`, reason `insufficient_funds`. */
  insufficientFunds: '4000000000009995',
  /** Lost: 422 `card_declined`, reason `generic_decline`. */
  lost: '4000000000009987',
  /** Stolen: 422 `card_declined`, reason `generic_decline`. */
  stolen: '4000000000009979',
  /** 502 `tokenization_failed`, `retryable`; nothing is stored. */
  unavailable: '4000000000000119',
  /** 201; every charge of autopay is declined. */
  chargeDeclined: '4000000000000341',
  /** 201; every charge succeeds, and its answer is lost: the run is `charging`, and `posted` a few seconds later. */
  chargeUnconfirmed: '4000000000000705',
  /** 201; every charge is lost on its way: the run is `charging`, and `failed` after five tries, about twenty seconds later. */
  chargeLost: '4000000000000713',
  /** 201; every charge succeeds, is disputed a minute later, and the dispute is lost two minutes after that. */
  disputeLost: '4000000000000259',
  /** 201; every charge succeeds, is disputed a minute later, and the dispute is won two minutes after that. */
  disputeWon: '4000000000002685',
  /** 201; every charge succeeds; a minute later the bank inquires about it, without taking money. */
  inquiry: '4000000000001976',
  /** 201; every charge succeeds, and is refunded a minute later, as in the processor’s dashboard. */
  refunded: '4000000000007726',
} as const;

interface TransactionTypeRule {
  readonly meaning: string;
  /** The sign of its amount in every loan system; undefined: positive or negative, by its effect on what is owed. */
  readonly sign: 1 | -1 | undefined;
  /** The cases with the opposite sign. */
  readonly except?: string;
}

/**
 * What happens on an account, in the same terms for every loan system. Payments and charges are positive; refunds and
 * forgiven amounts are negative. The adapter determines the effect of an adjustment on what is owed.
 */
export const TRANSACTION_TYPES = {
  payment: { meaning: 'money came in from the borrower; after a charge-off, a recovery', sign: 1 },
  reversal: { meaning: 'a payment was reversed', sign: -1 },
  nsf: { meaning: 'a payment was returned by the bank', sign: -1 },
  refund: { meaning: 'money was paid back to the borrower', sign: -1 },
  disbursement: { meaning: 'the loan was paid out', sign: 1 },
  fee: { meaning: 'a fee or a penalty was charged', sign: 1 },
  waiver: { meaning: 'interest, a fee or a penalty was forgiven', sign: -1 },
  charge_off: {
    meaning: 'the loan was written off, or a reversal changed the loss',
    sign: 1,
    except: 'a change that reduced the loss',
  },
  reallocation: {
    meaning:
      'a payment is allocated to other components, because an earlier one was reversed; moves no cash, so the amount is 0',
    sign: undefined,
  },
  adjustment: { meaning: 'any other correction', sign: undefined },
  other: { meaning: 'a type of the loan system that Tributary does not know', sign: undefined },
} as const satisfies Readonly<Record<string, TransactionTypeRule>>;

export type TransactionType = keyof typeof TRANSACTION_TYPES;
export const TRANSACTION_TYPE_NAMES = Object.keys(TRANSACTION_TYPES) as TransactionType[];

/** Rows of an older system have none. */
export const TRANSACTION_STATUSES = {
  posted: 'it counts',
  reversed: 'another transaction reversed it',
  deleted: 'the loan system no longer has it; no report counts it',
} as const;

const SIGNS = { 1: 'positive', [-1]: 'negative' } as const;

/** For readers; values may be added, so clients must accept unknown ones. */
export const ABOUT_TRANSACTION_TYPE = list('What happened. More types may be added: treat an unknown one as `other`.', [
  ...Object.entries<TransactionTypeRule>(TRANSACTION_TYPES).map(
    ([type, { meaning, sign, except }]) =>
      `\`${type}\`: ${meaning}; ${sign === undefined ? 'positive or negative' : SIGNS[sign]}${except === undefined ? '' : `, except ${except}`}.`,
  ),
]);

export const ABOUT_TRANSACTION_AMOUNT =
  'Cents; null means unknown, never zero. The sign follows from `type`: money received and charges are positive, refunds and forgiven amounts negative. A positive `adjustment` increased what is owed, a negative one lowered it; `other` has the sign that the loan system gives it.';

export const ABOUT_TRANSACTION_STATUS = list(
  'The status of the transaction; null for rows of an older system that had none. More values may be added.',
  Object.entries(TRANSACTION_STATUSES).map(([status, meaning]) => `\`${status}\`: ${meaning}.`),
);

/** A list in CommonMark. */
function list(about: string, items: readonly string[]): string {
  return [about, '', ...items.map((item) => `- ${item}`)].join('\n');
}

interface TransactionTypeRule {
  readonly meaning: string;
  /** Which way its amount is told, in every loan system; undefined: either, by what it does to what is owed. */
  readonly sign: 1 | -1 | undefined;
  /** Which of them have the other sign. */
  readonly except?: string;
}

/**
 * What happens on an account, the same words whichever loan system says it. A payment comes in and a charge is made, positive;
 * what is given back or let go is negative. Of an adjustment its adapter says what it does to what is owed.
 */
export const TRANSACTION_TYPES = {
  payment: { meaning: 'money of the borrower came in; after a charge-off, a recovery', sign: 1 },
  reversal: { meaning: 'a payment was taken back', sign: -1 },
  nsf: { meaning: 'a payment was returned by the bank', sign: -1 },
  refund: { meaning: 'money was paid back to the borrower', sign: -1 },
  disbursement: { meaning: 'the loan was paid out', sign: 1 },
  fee: { meaning: 'a fee or a penalty was charged', sign: 1 },
  waiver: { meaning: 'interest, a fee or a penalty was forgiven', sign: -1 },
  charge_off: {
    meaning: 'the loan was written off, or a reversal changed what was lost',
    sign: 1,
    except: 'a change by which the loss became smaller',
  },
  reallocation: {
    meaning:
      'a payment goes to other components, because one before it was taken back; moves no cash, so that the amount is 0',
    sign: undefined,
  },
  adjustment: { meaning: 'any other correction', sign: undefined },
  other: { meaning: 'a type of the loan system that is not known here', sign: undefined },
} as const satisfies Readonly<Record<string, TransactionTypeRule>>;

export type TransactionType = keyof typeof TRANSACTION_TYPES;
export const TRANSACTION_TYPE_NAMES = Object.keys(TRANSACTION_TYPES) as TransactionType[];

/** Rows of an older system have none. */
export const TRANSACTION_STATUSES = {
  posted: 'it counts',
  reversed: 'it was taken back by another transaction',
  deleted: 'the loan system has it no more; no report counts it',
} as const;

const SIGNS = { 1: 'positive', [-1]: 'negative' } as const;

/** For people; more values may come, so that a client has to bear with one that it does not know. */
export const ABOUT_TRANSACTION_TYPE = list(
  'What happened. More types may be added: take one that you do not know for `other`.',
  [
    ...Object.entries<TransactionTypeRule>(TRANSACTION_TYPES).map(
      ([type, { meaning, sign, except }]) =>
        `\`${type}\`: ${meaning}; ${sign === undefined ? 'positive or negative' : SIGNS[sign]}${except === undefined ? '' : `, but for ${except}`}.`,
    ),
  ],
);

export const ABOUT_TRANSACTION_AMOUNT =
  'Cents; null means unknown, never zero. The sign follows from `type`: what came in or was charged is positive, what was given back or forgiven negative. Of an `adjustment` positive raised what is owed, negative lowered it; `other` is told as the loan system tells it.';

export const ABOUT_TRANSACTION_STATUS = list(
  'Where it stands; null of rows that an older system left without one. More values may be added.',
  Object.entries(TRANSACTION_STATUSES).map(([status, meaning]) => `\`${status}\`: ${meaning}.`),
);

/** A list in CommonMark. */
function list(about: string, items: readonly string[]): string {
  return [about, '', ...items.map((item) => `- ${item}`)].join('\n');
}

import { z } from 'zod';

/**
 * Mambu's API v2 description of the responses that we read and the requests that we send, written from its facts (field
 * names, types, enumerations), without fields that the stand-in never sends. Strict, so that neither the stand-in nor
 * the adapter can invent fields.
 */

const text = z.string();
const number = z.number();
const whole = z.number().int();
const moment = z.iso.datetime({ offset: true });
const currency = z.strictObject({ code: text.length(3) });

const LOAN = z.strictObject({
  encodedKey: text,
  id: text,
  accountHolderKey: text,
  accountHolderType: z.enum(['CLIENT', 'GROUP']),
  accountState: z.enum([
    'PARTIAL_APPLICATION',
    'PENDING_APPROVAL',
    'APPROVED',
    'ACTIVE',
    'ACTIVE_IN_ARREARS',
    'CLOSED',
    'CLOSED_WRITTEN_OFF',
    'CLOSED_REJECTED',
  ]),
  accountSubState: z
    .enum([
      'PARTIALLY_DISBURSED',
      'LOCKED',
      'LOCKED_CAPPING',
      'REFINANCED',
      'RESCHEDULED',
      'WITHDRAWN',
      'REPAID',
      'REJECTED',
      'WRITTEN_OFF',
      'TERMINATED',
    ])
    .optional(),
  creationDate: moment,
  lastModifiedDate: moment,
  closedDate: moment.optional(),
  lastSetToArrearsDate: moment.optional(),
  loanName: text,
  productTypeKey: text,
  loanAmount: number,
  currency,
  daysInArrears: whole,
  daysLate: whole,
  balances: z.strictObject({
    principalBalance: number,
    principalDue: number,
    principalPaid: number,
    interestBalance: number,
    interestDue: number,
    interestPaid: number,
    feesBalance: number,
    feesDue: number,
    feesPaid: number,
    penaltyBalance: number,
    penaltyDue: number,
    penaltyPaid: number,
  }),
  interestSettings: z.strictObject({
    interestRate: number,
    interestChargeFrequency: z.enum([
      'ANNUALIZED',
      'EVERY_MONTH',
      'EVERY_FOUR_WEEKS',
      'EVERY_WEEK',
      'EVERY_DAY',
      'EVERY_X_DAYS',
    ]),
  }),
  scheduleSettings: z.strictObject({
    gracePeriod: whole,
    repaymentInstallments: whole,
    repaymentPeriodCount: whole,
    repaymentPeriodUnit: z.enum(['DAYS', 'WEEKS', 'MONTHS', 'YEARS']),
    scheduleDueDatesMethod: z.enum(['INTERVAL', 'FIXED_DAYS_OF_MONTH']),
  }),
  disbursementDetails: z.strictObject({ disbursementDate: moment, firstRepaymentDate: moment }),
});

const TRANSACTION = z.strictObject({
  encodedKey: text,
  id: text,
  externalId: text.optional(),
  creationDate: moment,
  valueDate: moment,
  bookingDate: moment,
  notes: text.optional(),
  parentAccountKey: text,
  adjustmentTransactionKey: text.optional(),
  originalTransactionKey: text.optional(),
  type: z.enum(['DISBURSEMENT', 'REPAYMENT', 'REPAYMENT_ADJUSTMENT', 'INTEREST_APPLIED', 'FEE_APPLIED', 'WRITE_OFF']),
  amount: number,
  affectedAmounts: z.strictObject({
    principalAmount: number,
    interestAmount: number,
    feesAmount: number,
    penaltyAmount: number,
  }),
  accountBalances: z.strictObject({ principalBalance: number, totalBalance: number }),
  currency,
  transactionDetails: z.strictObject({ transactionChannelId: text }).optional(),
});

const PART = z.strictObject({ amount: z.strictObject({ expected: number, paid: number, due: number }) });

const SCHEDULE = z.strictObject({
  currency,
  installments: z.array(
    z.strictObject({
      number: text,
      dueDate: moment,
      state: z.enum(['PENDING', 'LATE', 'PAID', 'PARTIALLY_PAID', 'GRACE']),
      parentAccountKey: text,
      principal: PART,
      interest: PART,
      fee: PART,
    }),
  ),
});

const HOLDER = {
  encodedKey: text,
  id: text,
  creationDate: moment,
  lastModifiedDate: moment,
  emailAddress: text,
  mobilePhone: text,
  addresses: z.array(z.strictObject({ line1: text, city: text, region: text, postcode: text, country: text })),
};

const CLIENT = z.strictObject({
  ...HOLDER,
  firstName: text,
  lastName: text,
  state: z.enum(['ACTIVE', 'INACTIVE']),
});

const MEMBER = z.strictObject({
  clientKey: text,
  roles: z.array(z.strictObject({ encodedKey: text, groupRoleNameKey: text, roleName: text, roleNameId: text })),
});

const GROUP = z.strictObject({ ...HOLDER, groupName: text, groupMembers: z.array(MEMBER).optional() });

const PAYOFF = z.strictObject({
  principalBalance: number,
  interestBalance: number,
  feeBalance: number,
  penaltyBalance: number,
  totalBalance: number,
});

const FILTER = <F extends string>(fields: readonly F[]) =>
  z.strictObject({
    field: z.enum(fields),
    operator: z.enum(['EQUALS', 'EQUALS_CASE_SENSITIVE', 'AFTER', 'BEFORE', 'BETWEEN', 'IN']),
    value: text.optional(),
    secondValue: text.optional(),
    values: z.array(text).optional(),
  });

const SORT = z.strictObject({ field: text, order: z.enum(['ASC', 'DESC']) });

/** Responses of success, by call. */
export const MAMBU_ANSWERS: Readonly<Record<string, z.ZodType>> = {
  organization: z.strictObject({
    institutionName: text,
    currency: text,
    timeZoneID: text,
    dateFormat: text,
    dateTimeFormat: text,
    decimalSeparator: z.enum(['COMMA', 'POINT']),
  }),
  loan: LOAN,
  search_loans: z.array(LOAN),
  schedule: SCHEDULE,
  transactions: z.array(TRANSACTION),
  search_transactions: z.array(TRANSACTION),
  transaction: TRANSACTION,
  repay: TRANSACTION,
  adjust: TRANSACTION,
  payoff: PAYOFF,
  client: CLIENT,
  search_clients: z.array(CLIENT),
  group: GROUP,
  search_groups: z.array(GROUP),
};

/** Every other response. */
export const MAMBU_ERROR = z.strictObject({
  errors: z.array(z.strictObject({ errorCode: whole, errorReason: text, errorSource: text.optional() })).min(1),
});

/** Bodies of requests, by call. */
export const MAMBU_REQUESTS: Readonly<Record<string, z.ZodType>> = {
  repay: z.strictObject({
    amount: number.positive(),
    externalId: text.optional(),
    notes: text.max(255).optional(),
    valueDate: moment.optional(),
    bookingDate: moment.optional(),
    transactionDetails: z.strictObject({ transactionChannelId: text.optional() }).optional(),
  }),
  adjust: z.strictObject({ notes: text.min(1).max(255), bookingDate: moment.optional() }),
  payoff: z.strictObject({ valueDate: moment }),
  search_loans: z.strictObject({
    filterCriteria: z
      .array(FILTER(['encodedKey', 'id', 'lastModifiedDate', 'accountState', 'accountHolderKey']))
      .optional(),
    sortingCriteria: SORT.optional(),
  }),
  search_clients: z.strictObject({
    filterCriteria: z.array(FILTER(['encodedKey', 'id', 'lastModifiedDate'])).optional(),
    sortingCriteria: SORT.optional(),
  }),
  search_groups: z.strictObject({
    filterCriteria: z.array(FILTER(['encodedKey', 'id', 'lastModifiedDate'])).optional(),
    sortingCriteria: SORT.optional(),
  }),
  search_transactions: z.strictObject({
    filterCriteria: z.array(FILTER(['encodedKey', 'id', 'externalId', 'type', 'parentAccountKey'])).optional(),
    sortingCriteria: SORT.optional(),
  }),
};

import { LosslessNumber } from 'lossless-json';
import { z } from 'zod';
import { type IsoDate, isIsoDate } from '../../../core/time/dates.js';

/*
 * The fields that we read of Fineract's answers. Fineract leaves out nulls. Numbers stay numerals until their unit is
 * known.
 */

const numeral = z.instanceof(LosslessNumber).transform(({ value }) => value);

const integer = numeral.refine((text) => Number.isSafeInteger(Number(text))).transform(Number);

/** `[2026, 11, 20]`, or `2026-11-20` according to the generated API description. */
const date = z
  .union([z.tuple([integer, integer, integer]).transform(asText), z.string()])
  .refine((text): text is IsoDate => isIsoDate(text), 'not a date');

const named = z.object({ id: integer, code: z.string().nullish() });

const summary = z.looseObject({
  principalDisbursed: numeral.nullish(),
  principalOutstanding: numeral.nullish(),
  totalOverdue: numeral.nullish(),
  principalWrittenOff: numeral.nullish(),
  totalWrittenOff: numeral.nullish(),
  totalRecovered: numeral.nullish(),
  overdueSinceDate: date.nullish(),
});

const timeline = z.object({
  submittedOnDate: date.nullish(),
  approvedOnDate: date.nullish(),
  rejectedOnDate: date.nullish(),
  withdrawnOnDate: date.nullish(),
  actualDisbursementDate: date.nullish(),
  expectedMaturityDate: date.nullish(),
  actualMaturityDate: date.nullish(),
  closedOnDate: date.nullish(),
  writeOffOnDate: date.nullish(),
  chargedOffOnDate: date.nullish(),
});

const period = z.object({
  period: integer.nullish(),
  dueDate: date.nullish(),
  complete: z.boolean().nullish(),
  totalDueForPeriod: numeral.nullish(),
  totalOutstandingForPeriod: numeral.nullish(),
});

/** A row of the list, and the fields that a single loan has in common with it. */
export const loanRow = z.object({
  id: integer,
  accountNo: z.string().nullish(),
  externalId: z.string().nullish(),
  clientId: integer.nullish(),
  clientName: z.string().nullish(),
  group: z.object({ id: integer, name: z.string().nullish() }).nullish(),
  status: named,
  chargedOff: z.boolean().nullish(),
  currency: z.object({ code: z.string(), decimalPlaces: integer.nullish() }).nullish(),
  principal: numeral.nullish(),
  annualInterestRate: numeral.nullish(),
  isInterestRecalculationEnabled: z.boolean().nullish(),
  termFrequency: integer.nullish(),
  termPeriodFrequencyType: named.nullish(),
  numberOfRepayments: integer.nullish(),
  totalOverpaid: numeral.nullish(),
  overpaidOnDate: date.nullish(),
  timeline: timeline.nullish(),
  summary: summary.nullish(),
});

export const loanPage = z.object({ totalFilteredRecords: integer, pageItems: z.array(loanRow).nullish() });

export const loanIds = z.object({ pageItems: z.array(z.object({ id: integer })).nullish() });

export const loanDetail = loanRow.extend({
  repaymentSchedule: z.object({ periods: z.array(period).nullish() }).nullish(),
  /** `transactionRows`, in a separate step: a transaction that cannot be read does not hide its loan. */
  transactions: z.unknown().optional(),
});

export const transaction = z.object({
  id: integer,
  type: named,
  date: date.nullish(),
  amount: numeral.nullish(),
  principalPortion: numeral.nullish(),
  interestPortion: numeral.nullish(),
  feeChargesPortion: numeral.nullish(),
  penaltyChargesPortion: numeral.nullish(),
  overpaymentPortion: numeral.nullish(),
  outstandingLoanBalance: numeral.nullish(),
  externalId: z.string().nullish(),
  submittedOnDate: date.nullish(),
  manuallyReversed: z.boolean().nullish(),
  reversalExternalId: z.string().nullish(),
  reversedOnDate: date.nullish(),
  paymentDetailData: z
    .object({ paymentType: z.object({ id: integer.nullish(), name: z.string().nullish() }).nullish() })
    .nullish(),
});

/** The notes of a transaction, the newest first. */
export const transactionNotes = z.array(z.object({ note: z.string().nullish() }));

export const transactionRows = z.array(transaction);

export const transactionPage = z.object({
  content: z.array(transaction).nullish(),
  number: integer,
  totalPages: integer,
});

export const loanWithTransactions = z.object({ transactions: z.array(transaction).nullish() });

export const payoffTemplate = z.object({
  amount: numeral,
  date: date.nullish(),
  principalPortion: numeral.nullish(),
  interestPortion: numeral.nullish(),
  feeChargesPortion: numeral.nullish(),
  penaltyChargesPortion: numeral.nullish(),
});

export const client = z.object({
  id: integer,
  displayName: z.string(),
  emailAddress: z.string().nullish(),
  mobileNo: z.string().nullish(),
});

export const clientAddresses = z.array(
  z.object({
    isActive: z.boolean().nullish(),
    street: z.string().nullish(),
    addressLine1: z.string().nullish(),
    addressLine2: z.string().nullish(),
    townVillage: z.string().nullish(),
    city: z.string().nullish(),
    stateName: z.string().nullish(),
    countryName: z.string().nullish(),
    // A text; a number according to the generated API description.
    postalCode: z.union([z.string(), numeral]).nullish(),
  }),
);

/** The answer to a log-in. */
export const sessionOfUser = z.object({ permissions: z.array(z.string()) });

export const group = z.object({
  id: integer,
  name: z.string(),
  clientMembers: z.array(z.object({ id: integer })).nullish(),
});

export const commandResult = z.object({ resourceId: integer });

/** A switch of the server. */
export const configuration = z.object({ enabled: z.boolean() });

/** `selected`: a command under this permission needs approval. */
export const permissionList = z.array(z.object({ code: z.string(), selected: z.boolean() }));

/** The answer to a command that was only recorded: it waits for approval. A reversal then has a `resourceId` too. */
export const recordedCommand = z.object({ rollbackTransaction: z.literal(true) });

const recordedCommands = z.array(
  z.object({ id: integer, checkedOnDate: z.unknown().optional(), commandAsJson: z.string().nullish() }),
);

/** A page; a bare list from servers that know no pages of commands. */
export const commandList = z.union([
  recordedCommands,
  z.object({ pageItems: recordedCommands.nullish() }).transform(({ pageItems }) => pageItems ?? []),
]);

export const failure = z.object({
  userMessageGlobalisationCode: z.string(),
  errors: z
    .array(z.object({ userMessageGlobalisationCode: z.string().nullish(), parameterName: z.string().nullish() }))
    .nullish(),
});

export type PayoffTemplate = z.output<typeof payoffTemplate>;
export type LoanRow = z.output<typeof loanRow>;
export type LoanDetail = z.output<typeof loanDetail>;
export type FineractTransaction = z.output<typeof transaction>;
export type ClientAddress = z.output<typeof clientAddresses>[number];
export type Failure = z.output<typeof failure>;

function asText([year, month, day]: readonly [number, number, number]): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}

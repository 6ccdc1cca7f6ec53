import { type IsoDate, isIsoDate } from '../../../core/time/dates.js';

export interface TenantAddress {
  /** As for `loan-systems add`: `https://…/fineract-provider/api/v1`. */
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
  readonly tenant: string;
}

/** A transaction in Fineract's own books. */
export interface TenantTransaction {
  readonly id: string;
  readonly type: number;
  readonly cents: number;
  readonly externalId: string | null;
  readonly isReversed: boolean;
  readonly reversalExternalId: string | null;
}

export interface TenantLoan {
  readonly id: string;
  /** Outstanding principal; of a loan that was written off, what was not recovered yet. */
  readonly balanceCents: number;
  readonly transactions: readonly TenantTransaction[];
}

export interface TenantPayoff {
  /** The day on which Fineract posts now. */
  readonly today: IsoDate;
  readonly amountCents: number;
  readonly interestCents: number;
}

type Answer = Readonly<Record<string, any>>;

const FORMAT = { locale: 'en', dateFormat: 'yyyy-MM-dd' };
/** The switch of the business date: 1.10 names it with underscores, other versions with hyphens. */
const BUSINESS_DATE = /^enable[-_]business[-_]date$/;
const WRITTEN_OFF = 601;

/** A Fineract tenant as the lender's staff use it: without Tributary. */
export class TestTenant {
  readonly #address: TenantAddress;
  /** The numbers of the transactions that staff made, not Tributary. */
  readonly made = new Set<string>();

  constructor(address: TenantAddress) {
    this.#address = address;
  }

  /** Null: the server does not show it. */
  async version(): Promise<string | null> {
    const url = this.#address.baseUrl.replace(/\/api\/v1$/, '/actuator/info');
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok !== true) return null;
    const { git }: Answer = JSON.parse(await answer.text());
    const commit = git?.commit?.id;
    const parts = [git?.build?.version, commit?.describe ?? commit?.abbrev ?? commit, git?.commit?.time];
    return parts.filter((part) => typeof part === 'string').join(', ') || null;
  }

  /** @param isRecalculated - whether interest grows daily; otherwise the whole schedule's interest is owed. */
  async makeProduct(name: string, isRecalculated: boolean): Promise<number> {
    const recalculation = {
      interestRecalculationCompoundingMethod: 0,
      rescheduleStrategyMethod: 3,
      recalculationRestFrequencyType: 2,
      recalculationRestFrequencyInterval: 1,
      preClosureInterestCalculationStrategy: 1,
      isArrearsBasedOnOriginalSchedule: false,
    };
    const product = await this.#post('/loanproducts', {
      ...TERMS,
      name,
      shortName: Math.random().toString(36).slice(2, 6).toUpperCase(),
      currencyCode: 'USD',
      digitsAfterDecimal: 2,
      inMultiplesOf: 0,
      principal: 10_000,
      interestRateFrequencyType: 3,
      interestCalculationPeriodType: isRecalculated ? 0 : 1,
      accountingRule: 1,
      daysInYearType: 365,
      daysInMonthType: isRecalculated ? 1 : 30,
      isInterestRecalculationEnabled: isRecalculated,
      ...(isRecalculated && recalculation),
    });
    return product['resourceId'];
  }

  async makeClient(lastname: string, on: IsoDate): Promise<number> {
    const dates = { active: true, activationDate: on, submittedOnDate: on };
    const client = await this.#post('/clients', { officeId: 1, legalFormId: 1, firstname: 'Ada', lastname, ...dates });
    return client['clientId'];
  }

  /** A loan that is disbursed on this day. Returns its number. */
  async lend(loan: LoanTerms): Promise<string> {
    const { externalId, clientId, productId, isRecalculated, principalCents, on } = loan;
    const principal = principalCents / 100;
    const { loanId } = await this.#post('/loans', {
      ...TERMS,
      externalId,
      clientId,
      productId,
      principal,
      loanType: 'individual',
      loanTermFrequency: TERMS.numberOfRepayments,
      loanTermFrequencyType: 2,
      interestCalculationPeriodType: isRecalculated ? 0 : 1,
      expectedDisbursementDate: on,
      submittedOnDate: on,
    });
    await this.#post(`/loans/${loanId}?command=approve`, { approvedOnDate: on, approvedLoanAmount: principal });
    await this.#post(`/loans/${loanId}?command=disburse`, { actualDisbursementDate: on, transactionAmount: principal });
    return String(loanId);
  }

  repay(loan: string, cents: number, on: IsoDate): Promise<void> {
    return this.#transact(loan, 'repayment', { transactionDate: on, transactionAmount: cents / 100 });
  }

  waiveInterest(loan: string, cents: number, on: IsoDate): Promise<void> {
    return this.#transact(loan, 'waiveinterest', { transactionDate: on, transactionAmount: cents / 100 });
  }

  writeOff(loan: string, on: IsoDate): Promise<void> {
    return this.#transact(loan, 'writeoff', { transactionDate: on });
  }

  recover(loan: string, cents: number, on: IsoDate): Promise<void> {
    return this.#transact(loan, 'recoverypayment', { transactionDate: on, transactionAmount: cents / 100 });
  }

  /** @param on - default: today. */
  async payoff(loan: string, on?: IsoDate): Promise<TenantPayoff> {
    const dated = on === undefined ? '' : `&transactionDate=${on}&dateFormat=${FORMAT.dateFormat}&locale=en`;
    const found = await this.#get(`/loans/${loan}/transactions/template?command=prepayLoan${dated}`);
    const { date, amount, interestPortion = 0 } = found;
    return { today: dateOf(date), amountCents: centsOf(amount), interestCents: centsOf(interestPortion) };
  }

  async loan(id: string): Promise<TenantLoan> {
    const { status, summary, transactions = [] } = await this.#get(`/loans/${id}?associations=transactions`);
    const writtenOff = centsOf(summary.principalWrittenOff ?? 0) - centsOf(summary.totalRecovered ?? 0);
    const balanceCents = status.id === WRITTEN_OFF ? writtenOff : centsOf(summary.principalOutstanding);
    return { id, balanceCents, transactions: transactions.map(transactionOf) };
  }

  async isBusinessDateOn(): Promise<boolean> {
    return (await this.#businessDateSwitch())['enabled'] === true;
  }

  async turnBusinessDate(enabled: boolean): Promise<void> {
    const { id } = await this.#businessDateSwitch();
    await this.#send('PUT', `/configurations/${id}`, { enabled });
  }

  /** Undefined: it was never set. */
  async businessDate(): Promise<IsoDate | undefined> {
    const dates = await this.#get('/businessdate');
    const found = Object.values(dates).find(({ type }) => type === 'BUSINESS_DATE');
    return found === undefined ? undefined : dateOf(found.date);
  }

  async setBusinessDate(date: IsoDate): Promise<void> {
    await this.#post('/businessdate', { type: 'BUSINESS_DATE', date });
  }

  async #businessDateSwitch(): Promise<Answer> {
    const { globalConfiguration } = await this.#get('/configurations');
    const found = globalConfiguration.find(({ name }: Answer) => BUSINESS_DATE.test(name));
    if (found === undefined) throw new Error('Fineract has no switch for the business date');
    return found;
  }

  async #transact(loan: string, command: string, fields: Answer): Promise<void> {
    const { resourceId } = await this.#post(`/loans/${loan}/transactions?command=${command}`, fields);
    this.made.add(String(resourceId));
  }

  #get(path: string): Promise<Answer> {
    return this.#send('GET', path);
  }

  #post(path: string, fields: Answer): Promise<Answer> {
    return this.#send('POST', path, { ...fields, ...FORMAT });
  }

  async #send(method: string, path: string, fields?: Answer): Promise<Answer> {
    const { baseUrl, username, password, tenant } = this.#address;
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        'fineract-platform-tenantid': tenant,
        'content-type': 'application/json',
      },
      ...(fields !== undefined && { body: JSON.stringify(fields) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Fineract: ${method} ${path} is ${answer.status}: ${text.slice(0, 600)}`);
    return JSON.parse(text);
  }
}

export interface LoanTerms {
  readonly externalId: string;
  readonly clientId: number;
  readonly productId: number;
  readonly isRecalculated: boolean;
  readonly principalCents: number;
  readonly on: IsoDate;
}

const TERMS = {
  numberOfRepayments: 12,
  repaymentEvery: 1,
  repaymentFrequencyType: 2,
  interestRatePerPeriod: 12,
  amortizationType: 1,
  interestType: 0,
  transactionProcessingStrategyCode: 'mifos-standard-strategy',
};

function transactionOf({ id, type, amount, externalId, ...row }: Answer): TenantTransaction {
  return {
    id: String(id),
    type: type.id,
    cents: centsOf(amount),
    externalId: externalId ?? null,
    isReversed: row['manuallyReversed'] === true,
    reversalExternalId: row['reversalExternalId'] ?? null,
  };
}

function centsOf(amount: number): number {
  return Math.round(amount * 100);
}

function dateOf([year, month, day]: readonly number[]): IsoDate {
  const text = [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
  if (!isIsoDate(text)) throw new Error(`Fineract: ${text} is not a date`);
  return text;
}

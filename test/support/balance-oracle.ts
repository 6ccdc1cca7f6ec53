import pg from 'pg';
import { type Counting, type Fact, recomputed } from './recomputed.js';

/**
 * An independent check of every loan: what it owes, recomputed from its terms and the journal alone, with separate
 * arithmetic. It imports nothing from the product, so that it cannot share the product's mistakes.
 */
export interface OracleLoan {
  readonly loanId: string;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly fees: bigint;
  /** Interest of less than a cent, in units of its day count, as of the loan's last posting. */
  readonly remainder: bigint;
  /** Sums of the journal's own lines: they must agree. */
  readonly journal: { readonly principal: bigint; readonly interest: bigint; readonly fees: bigint };
  /** The payoff amount on a date. */
  payoffOn(date: string): bigint;
}

interface Entry {
  readonly reference_number: string;
  readonly loan_id: string;
  readonly type: string;
  readonly effective_on: string;
  /** The day to which it accrued interest. */
  readonly accrued_to: string;
  readonly reverses_reference: string | null;
  /** account → sum of its negative and of its positive lines */
  readonly credits: Readonly<Record<string, string>>;
  readonly debits: Readonly<Record<string, string>>;
}

interface Terms {
  readonly id: string;
  readonly annual_rate_millionths: number;
  readonly day_count: string;
  readonly application_order: string;
}

/**
 * Reads the whole journal of a database and recomputes every loan that has an entry.
 *
 * @param only - ids of the loans to recompute, if others were boarded: it does not know their openings
 */
export async function consultOracle(url: string, only?: readonly string[]): Promise<readonly OracleLoan[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const loans = await client.query<Terms>(`
      select loan.id, coalesce(loan.annual_rate_millionths, loan.annual_rate_bps * 10000) as annual_rate_millionths, coalesce(product.day_count, 'actual_365') as day_count,
        coalesce(product.application_order, 'fees_interest_principal') as application_order
      from ledger_loan loan left join ledger_product_version product on product.organization_id = loan.organization_id
        and product.product_id = loan.product_id and product.version = loan.product_version
      order by loan.id`);
    const entries = await client.query<Entry>(`
      select e.reference_number::text, e.loan_id, e.type, e.effective_on::text,
        coalesce(e.accrued_to, e.effective_on)::text as accrued_to, e.reverses_reference::text,
        (select coalesce(jsonb_object_agg(ledger_account, total), '{}') from (select ledger_account, sum(amount_cents)::text
          as total from ledger_line l where l.reference_number = e.reference_number and amount_cents < 0 group by 1) c) as credits,
        (select coalesce(jsonb_object_agg(ledger_account, total), '{}') from (select ledger_account, sum(amount_cents)::text
          as total from ledger_line l where l.reference_number = e.reference_number and amount_cents > 0 group by 1) d) as debits
      from ledger_entry e order by e.reference_number`);
    return loans.rows
      .filter(({ id }) => only === undefined || only.includes(id))
      .map((loan) => ({ loan, history: entries.rows.filter((entry) => entry.loan_id === loan.id) }))
      .filter(({ history }) => history.length > 0)
      .map(({ loan, history }) => judge(loan, history));
  } finally {
    await client.end();
  }
}

/** A reversed payment counts as never made; entries that only follow from others are ignored. */
function judge(loan: Terms, history: readonly Entry[]): OracleLoan {
  const reversed = new Set(history.map((entry) => entry.reverses_reference));
  const facts = history.filter((entry) => !reversed.has(entry.reference_number)).flatMap(factsOf);
  // The fee of a return accrues nothing: interest stays as of the return.
  const last = history.findLast(({ type }) => type !== 'nsf_fee')?.accrued_to;
  const {
    annual_rate_millionths: annualRateMillionths,
    day_count: dayCount,
    application_order: applicationOrder,
  } = loan;
  const counting: Counting = { annualRateMillionths, dayCount, applicationOrder };
  const { principal, interest, fees, remainder } = recomputed(counting, facts, last);
  return {
    loanId: loan.id,
    ...{ principal, interest, fees, remainder },
    journal: {
      principal: balance(history, 'principal_receivable') + balance(history, 'recoverable_principal'),
      interest: balance(history, 'interest_receivable') + balance(history, 'recoverable_interest'),
      fees: balance(history, 'fee_receivable') + balance(history, 'recoverable_fees'),
    },
    payoffOn: (date) => {
      const then = recomputed(counting, facts, date);
      return then.principal + then.interest + then.fees;
    },
  };
}

function factsOf(entry: Entry): Fact[] {
  const on = entry.accrued_to;
  const cash = line(entry.debits, 'cash') + line(entry.credits, 'cash');
  switch (entry.type) {
    case 'disbursement':
      return [{ kind: 'disbursement', on, cents: -cash }];
    case 'payment':
    case 'recovery':
      return [{ kind: 'payment', on, cents: cash, id: entry.reference_number }];
    case 'nsf_fee':
    case 'late_fee':
      return [{ kind: 'fee', cents: line(entry.debits, 'fee_receivable') }];
    case 'waiver':
      return [
        { kind: 'waived_fees', on, cents: -line(entry.credits, 'fee_receivable') },
        { kind: 'waived_interest', on, cents: -line(entry.credits, 'interest_receivable') },
      ];
    case 'charge_off':
      return [{ kind: 'charge_off', on }];
    case 'nsf_return':
    case 'payment_reversal':
    case 'reallocation':
    case 'loss_change':
      return [];
    default:
      throw new Error(`the oracle has no rule for entries of type ${entry.type}`);
  }
}

function balance(history: readonly Entry[], account: string): bigint {
  return history.reduce((sum, entry) => sum + line(entry.debits, account) + line(entry.credits, account), 0n);
}

function line(lines: Readonly<Record<string, string>>, account: string): bigint {
  return BigInt(lines[account] ?? '0');
}

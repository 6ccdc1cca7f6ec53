import pg from 'pg';

/**
 * A second opinion on every loan: what it owes, recomputed from its terms and the journal alone, with its own arithmetic.
 * Imports nothing of the product, so that no mistake there can hide here.
 */
export interface OracleLoan {
  readonly loanId: string;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly fees: bigint;
  /** Interest of less than a cent, in units of 1/3,650,000 cent, as of the loan's last posting. */
  readonly remainder: bigint;
  /** Sums of the journal's own lines: they must say the same. */
  readonly journal: { readonly principal: bigint; readonly interest: bigint; readonly fees: bigint };
  /** What would pay the loan off on a date. */
  payoffOn(date: string): bigint;
}

interface Entry {
  readonly reference_number: string;
  readonly loan_id: string;
  readonly type: string;
  readonly effective_on: string;
  readonly reverses_reference: string | null;
  /** account → sum of its negative and of its positive lines */
  readonly credits: Readonly<Record<string, string>>;
  readonly debits: Readonly<Record<string, string>>;
}

interface Terms {
  readonly id: string;
  readonly annual_rate_bps: number;
}

interface Parts {
  principal: bigint;
  interest: bigint;
  fees: bigint;
}

const UNITS_PER_CENT = 365n * 10_000n;

/** Reads the whole journal of a database and judges every loan that has an entry. */
export async function consultOracle(url: string): Promise<readonly OracleLoan[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const loans = await client.query<Terms>('select id, annual_rate_bps from ledger_loan order by id');
    const entries = await client.query<Entry>(`
      select e.reference_number::text, e.loan_id, e.type, e.effective_on::text, e.reverses_reference::text,
        (select coalesce(jsonb_object_agg(ledger_account, total), '{}') from (select ledger_account, sum(amount_cents)::text
          as total from ledger_line l where l.reference_number = e.reference_number and amount_cents < 0 group by 1) c) as credits,
        (select coalesce(jsonb_object_agg(ledger_account, total), '{}') from (select ledger_account, sum(amount_cents)::text
          as total from ledger_line l where l.reference_number = e.reference_number and amount_cents > 0 group by 1) d) as debits
      from ledger_entry e order by e.reference_number`);
    return loans.rows
      .map((loan) => ({ loan, history: entries.rows.filter((entry) => entry.loan_id === loan.id) }))
      .filter(({ history }) => history.length > 0)
      .map(({ loan, history }) => judge(loan, history));
  } finally {
    await client.end();
  }
}

function judge(loan: Terms, history: readonly Entry[]): OracleLoan {
  const rate = BigInt(loan.annual_rate_bps);
  const owed: Parts = { principal: 0n, interest: 0n, fees: 0n };
  const payments = new Map<string, { readonly entry: Entry; readonly parts: Parts }>();
  let units = 0n;
  let accruedThrough = history[0]?.effective_on ?? '';
  let chargedOffOn: string | undefined;

  const earn = (amount: bigint, from: string, to: string): void => {
    const before = units / UNITS_PER_CENT;
    units += amount * rate * BigInt(Math.max(0, dayNumber(to) - dayNumber(from)));
    owed.interest += units / UNITS_PER_CENT - before;
  };
  const accrueTo = (date: string): void => {
    if (chargedOffOn !== undefined || date <= accruedThrough) return;
    earn(owed.principal, accruedThrough, date);
    accruedThrough = date;
  };

  for (const entry of history) {
    accrueTo(entry.effective_on);
    const cash = line(entry.debits, 'cash') + line(entry.credits, 'cash');
    switch (entry.type) {
      case 'disbursement':
        owed.principal -= cash;
        break;
      case 'payment':
      case 'recovery':
        payments.set(entry.reference_number, { entry, parts: take(owed, cash) });
        break;
      case 'nsf_return':
      case 'payment_reversal': {
        const original = payments.get(entry.reverses_reference ?? '');
        if (original === undefined) throw new Error(`entry ${entry.reference_number} takes back nothing that stands`);
        payments.delete(entry.reverses_reference ?? '');
        owed.principal += original.parts.principal;
        owed.interest += original.parts.interest;
        owed.fees += original.parts.fees;
        if (original.entry.type === 'payment') {
          earn(original.parts.principal, original.entry.effective_on, chargedOffOn ?? entry.effective_on);
        }
        break;
      }
      case 'nsf_fee':
        owed.fees += line(entry.debits, 'fee_receivable');
        break;
      case 'waiver':
        owed.fees += line(entry.credits, 'fee_receivable');
        owed.interest += line(entry.credits, 'interest_receivable');
        break;
      case 'charge_off':
        chargedOffOn = entry.effective_on;
        break;
      default:
        throw new Error(`the oracle does not know entries of type ${entry.type}`);
    }
  }

  return {
    loanId: loan.id,
    ...owed,
    remainder: units % UNITS_PER_CENT,
    journal: {
      principal: balance(history, 'principal_receivable') + balance(history, 'recoverable_principal'),
      interest: balance(history, 'interest_receivable') + balance(history, 'recoverable_interest'),
      fees: balance(history, 'fee_receivable') + balance(history, 'recoverable_fees'),
    },
    payoffOn: (date) => {
      accrueTo(date);
      return owed.principal + owed.interest + owed.fees;
    },
  };
}

/** Takes a payment out of what is owed: fees, then interest, then principal. */
function take(owed: Parts, cash: bigint): Parts {
  const fees = least(cash, owed.fees);
  const interest = least(cash - fees, owed.interest);
  const principal = cash - fees - interest;
  owed.fees -= fees;
  owed.interest -= interest;
  owed.principal -= principal;
  return { principal, interest, fees };
}

function balance(history: readonly Entry[], account: string): bigint {
  return history.reduce((sum, entry) => sum + line(entry.debits, account) + line(entry.credits, account), 0n);
}

function line(lines: Readonly<Record<string, string>>, account: string): bigint {
  return BigInt(lines[account] ?? '0');
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}

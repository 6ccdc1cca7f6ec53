import type { AccountStatusCode } from '../../../core/contract/account.js';
import type { IsoDate, IsoInstant } from '../../../core/dates.js';
import { statement } from '../../../core/db/statement.js';

export interface SandboxLoanRow {
  readonly scenario: string;
  readonly status: AccountStatusCode;
  readonly payoffCents: number;
  readonly version: number;
}

export interface SandboxPostingRow {
  readonly referenceNumber: number;
  readonly kind: 'payment' | 'reversal' | 'nsf';
  readonly amountCents: number;
  readonly effectiveOn: IsoDate;
  readonly postedAt: IsoInstant;
  readonly reversesReference: number | null;
  /** Of a payment. */
  readonly paymentMethod: string | null;
  /** Of a reversal. */
  readonly reason: string | null;
}

export const readSandboxLoan = statement<{ id: string }, SandboxLoanRow>({
  name: 'sandbox.loan',
  text: ({ p, scope }) => `
    select scenario, status, payoff_cents as "payoffCents", version from sandbox_loan where id = ${p.id} and ${scope('organization_id')}`,
});

const COLUMNS = `reference_number as "referenceNumber", kind, amount_cents as "amountCents",
  effective_on as "effectiveOn", posted_at as "postedAt", reverses_reference as "reversesReference", payment_method as "paymentMethod", reason`;

type NewPosting = {
  loanId: string;
  externalReference: string;
  kind: string;
  amountCents: number;
  effectiveOn: string;
  postedAt: string;
  reversesReference: number | null;
  paymentMethod: string | null;
  reason: string | null;
};

/** Posts and moves the payoff. No row: the reference, or what it reverses, is posted already. */
export const insertSandboxPosting = statement<NewPosting, SandboxPostingRow>({
  name: 'sandbox.post',
  text: ({ p, scope }) => `
    with made as (
      insert into sandbox_posting (organization_id, loan_id, external_reference, kind, amount_cents, effective_on,
                                   posted_at, reverses_reference, payment_method, reason)
      select l.organization_id, l.id, ${p.externalReference}::text, ${p.kind}::text, ${p.amountCents}::bigint,
             ${p.effectiveOn}::date, ${p.postedAt}::timestamptz, ${p.reversesReference}::bigint,
             ${p.paymentMethod}::text, ${p.reason}::text
        from sandbox_loan l where l.id = ${p.loanId} and ${scope('l.organization_id')}
      on conflict do nothing
      returning *
    ), moved as (
      update sandbox_loan l
         set version = l.version + 1,
             payoff_cents = l.payoff_cents + case m.kind when 'payment' then -m.amount_cents else m.amount_cents end
        from made m where l.organization_id = m.organization_id and l.id = m.loan_id)
    select ${COLUMNS} from made`,
});

export const findSandboxPosting = statement<{ externalReference: string }, SandboxPostingRow>({
  name: 'sandbox.find_posting',
  text: ({ p, scope }) => `
    select ${COLUMNS} from sandbox_posting where external_reference = ${p.externalReference} and ${scope('organization_id')}`,
});

import type { Clock } from '../../../core/clock.js';
import { isoInstant } from '../../../core/dates.js';
import type { Transaction } from '../../../core/db/database.js';
import { newId } from '../../../core/ids.js';
import type { Borrower } from './borrowers.js';
import { address } from './people.js';
import type { Random } from './random.js';
import { insertRows } from './store.js';

/** The test accounts of the sandbox loan system, by external_contract_number. */
export const SANDBOX_SCENARIOS = [
  'SBX-POSTS',
  'SBX-REFUSES',
  'SBX-UNAVAILABLE',
  'SBX-UNCONFIRMED-POSTS',
  'SBX-UNCONFIRMED-LOST',
  'SBX-NOT-PAYABLE',
  'SBX-REVERSAL-UNCONFIRMED',
  'SBX-REVERSAL-REFUSED',
  'SBX-HANGS',
] as const;

const DISPLAY_NAME = 'Sandra Box';
/** Small beside the loans, so that they do not show in what a lender amounts to; enough for many a test payment. */
const PAYOFF_CENTS = 2_500_000;

/** Opened long enough ago that something may have happened on them. */
const OPENED_DAYS_AGO = 60;

/** One account a scenario, all of one borrower. */
export async function seedSandboxAccounts(
  tx: Transaction,
  clock: Clock,
  organizationId: string,
  random: Random,
): Promise<{ readonly accounts: Readonly<Record<string, string>>; readonly owner: Borrower }> {
  const opened = clock.now().subtract({ hours: 24 * OPENED_DAYS_AGO });
  const created_at = isoInstant(opened);
  const personId = newId();
  const accounts = SANDBOX_SCENARIOS.map((scenario, index) => ({
    scenario,
    id: newId(),
    loanId: `sandbox-${index + 1}`,
    status: scenario === 'SBX-NOT-PAYABLE' ? 'closed' : 'active',
  }));
  const scoped = { organization_id: organizationId };
  const person = {
    id: personId,
    ...scoped,
    display_name: DISPLAY_NAME,
    email: 'sandra.box@example.com',
    phone: null,
    created_at,
  };
  await insertRows(tx, 'person', [person]);
  const home = { id: newId(), ...scoped, person_id: personId, ...address(random), created_at };
  await insertRows(tx, 'person_address', [home]);
  await insertRows(
    tx,
    'sandbox_loan',
    accounts.map(({ loanId, scenario, status }) => ({
      id: loanId,
      ...scoped,
      scenario,
      status,
      payoff_cents: PAYOFF_CENTS,
      version: 0,
    })),
  );
  await insertRows(
    tx,
    'account',
    accounts.map(({ id, loanId, scenario, status }) => ({
      id,
      ...scoped,
      loan_system_code: 'sandbox',
      external_id: loanId,
      primary_borrower_party_id: personId,
      external_contract_number: scenario,
      external_account_number: loanId,
      current_balance_cents: PAYOFF_CENTS,
      status_code: status,
      originated_on: created_at.slice(0, 10),
      next_due_sort_on: 'infinity',
      created_at,
    })),
  );
  await insertRows(
    tx,
    'past_due_snapshot',
    accounts.map(({ id, status }) => ({
      ...scoped,
      account_id: id,
      as_of: created_at.slice(0, 10),
      status_code: status,
      balance_cents: PAYOFF_CENTS,
      past_due_cents: 0,
    })),
  );
  const borrowers = accounts.map(({ id }) => ({
    ...scoped,
    account_id: id,
    person_id: personId,
    role: 'primary',
    is_active: true,
  }));
  await insertRows(tx, 'account_borrower', borrowers);
  return {
    accounts: Object.fromEntries(accounts.map(({ scenario, id }) => [scenario, id])),
    owner: { id: personId, organizationId, displayName: DISPLAY_NAME, knownSince: opened },
  };
}

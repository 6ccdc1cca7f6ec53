import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import { LoanSystems } from '../../connectors/loan-systems/registry.js';
import { Database } from '../../core/db/database.js';
import type { Principal } from '../../core/principal/principal.js';
import { addDays } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { LoanBooker } from '../../subgraphs/servicing/ledger-api/loan/book-loan.js';
import { LedgerOperationService } from '../../subgraphs/servicing/ledger-api/operation/ledger-operation.service.js';
import { KillableDatabase, Killed } from '../support/killable-worker.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * A process that dies after any statement, before or after its commit, and a client that sends the same request again.
 */

let instance: TestInstance;
let lender: Lender;
let caller: Principal;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  const organizationIds = [lender.organizationId];
  caller = { kind: 'api_key', actor: 'testtest', organizationIds, scopes: ['ledger:write'] };
});
afterAll(() => instance.close());

function harness(db: Database) {
  const { clock, clientKeys } = instance.resources;
  const parts = { db, clock, endSchedules, clientKeys };
  return {
    booker: new LoanBooker({ ...parts, systems: new LoanSystems([createLedger(parts)]) }),
    operations: new LedgerOperationService({ ...parts, operations: createLedger(parts).operations }),
  };
}

type Desk = ReturnType<typeof harness>;
type Answered = Promise<{ readonly answer: { readonly body: string }; readonly replayed: boolean }>;

/**
 * Runs `work` in a process that is killed at its first statement, then in one killed at its second, and so on until one
 * completes. After each kill the client sends the same request to another process.
 *
 * @returns how many were killed; after each, `held` checks that the work was done once.
 */
async function dyingEverywhere(
  prepare: () => Promise<(on: Desk) => Answered>,
  held: (answer: { readonly id: string }) => Promise<void>,
): Promise<{ readonly deaths: number; readonly afterCommit: number }> {
  let afterCommit = 0;
  for (let at = 1; ; at += 1) {
    const work = await prepare();
    let left = at;
    const live = () => {
      left -= 1;
      if (left <= 0) throw new Killed();
    };
    const lived = await work(harness(new KillableDatabase(instance.resources.pool, live))).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Killed) return false;
        throw error;
      },
    );
    const again = await work(harness(new Database(instance.resources.pool)));
    if (!lived && again.replayed) afterCommit += 1;
    const { id, account_id: accountId } = JSON.parse(again.answer.body);
    await held({ id: id ?? accountId });
    if (lived) return { deaths: at - 1, afterCommit };
  }
}

const count = async (query: string, id: string) => (await instance.resources.pool.query(query, [id])).rows[0].n;

describe('killed', () => {
  it('a booking is written once, completely', async () => {
    const today = servicingDate(instance.resources.clock.now());
    let loans = 0;
    const { deaths, afterCommit } = await dyingEverywhere(
      async () => {
        loans += 1;
        const body = {
          loan_number: `KILLED-${loans}`,
          borrowers: [{ role: 'primary', display_name: `Borrower ${loans}` }],
          originated_on: today,
          first_due_on: addDays(today, 30),
          original_principal_cents: 100_000,
          annual_rate: '12',
          term_months: 12,
        };
        const idempotencyKey = `book-${loans}`;
        return ({ booker }) => booker.book(caller, { idempotencyKey, body });
      },
      async ({ id }) => {
        expect(
          await count('select count(*)::int as n from ledger_loan where loan_number = $1', `KILLED-${loans}`),
        ).toBe(1);
        expect(await count('select count(*)::int as n from account where id = $1', id)).toBe(1);
        expect(await count('select count(*)::int as n from account_borrower where account_id = $1', id)).toBe(1);
        expect(await count('select count(*)::int as n from person where display_name = $1', `Borrower ${loans}`)).toBe(
          1,
        );
        expect(await count('select count(*)::int as n from audit_log where subject = $1', id)).toBe(1);
      },
    );
    expect(deaths).toBeGreaterThan(4);
    expect(afterCommit).toBe(1);
  });

  it.each([
    ['a waiver', 'waive', { component: 'fees', amount_cents: 100, reason: 'goodwill' }],
    ['an adjustment', 'adjust', { principal_cents: -100, reason: 'correction' }],
    ['a charge-off', 'chargeOff', { reason: 'bankruptcy' }],
    ['a reversed charge-off', 'undoChargeOff', { reason: 'mistake' }],
  ] as const)('%s is done once, completely', async (_, operation, body) => {
    const living = harness(new Database(instance.resources.pool));
    const { deaths, afterCommit } = await dyingEverywhere(
      async () => {
        const accountId = await lender.ledgerAccount();
        const raised = { fees_cents: 500, reason: 'fees' };
        await living.operations.adjust(caller, { accountId, idempotencyKey: `fees-${accountId}`, body: raised });
        if (operation === 'undoChargeOff') {
          const off = { accountId, idempotencyKey: `off-${accountId}`, body: { reason: 'off' } };
          await living.operations.chargeOff(caller, off);
        }
        const request = { accountId, idempotencyKey: `${operation}-${accountId}`, body };
        return ({ operations }) => operations[operation](caller, request);
      },
      async ({ id }) => {
        const before = operation === 'undoChargeOff' ? 3 : 2; // disbursed, fees, charged off
        expect(await count('select count(*)::int as n from ledger_entry where loan_id = $1', id)).toBe(before + 1);
        expect(await count('select count(*)::int as n from transaction where account_id = $1', id)).toBe(before + 1);
        expect(await count('select count(*)::int as n from audit_log where subject = $1', id)).toBe(before);
        const unbalanced = `select count(*)::int as n from (select 1 from ledger_entry e join ledger_line l using (organization_id,
          reference_number) where e.loan_id = $1 group by e.reference_number having sum(l.amount_cents) <> 0) x`;
        expect(await count(unbalanced, id)).toBe(0);
      },
    );
    expect(deaths).toBeGreaterThan(4);
    expect(afterCommit).toBe(1);
  });
});

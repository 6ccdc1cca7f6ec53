import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Principal } from '../../core/principal/principal.js';
import { systemClock } from '../../core/time/clock.js';
import { runBoarding } from '../../ledger/boarding/run-boarding.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import { BOARDER, receiveOnly, sample } from '../support/board-file.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* A file that has arrived, step by step: each step checks whether its key may still board. */

const TODAY = businessDayOf(systemClock.now());
const LOANS = 6;
let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
});
afterAll(() => instance?.close());

async function keyOf(lender: Lender): Promise<Principal> {
  const { prefix: actor } = await lender.key(['ledger:write']);
  return { kind: 'api_key', actor, organizationIds: [lender.organizationId], scopes: ['ledger:write'] };
}

async function first(text: string, values: readonly unknown[]): Promise<any> {
  return (await instance.resources.pool.query(text, [...values])).rows[0];
}

const ENDS = {
  revoked: 'update api_key set revoked_at = now() where prefix = $1',
  expired: "update api_key set expires_at = now() - interval '1 second' where prefix = $1",
  'without permission to board': "update api_key set scopes = '{ledger:read}' where prefix = $1",
  'now limited to other organizations':
    "update api_key set organization_ids = '{01ARZ3NDEKTSV4RRFFQ69G5FAV}' where prefix = $1",
};

it.each(Object.entries(ENDS))(
  'a key that is %s: its boarding writes no further loan, and is abandoned',
  async (_, end) => {
    const lender = await instance.lender();
    const key = await keyOf(lender);
    const boarding = await receiveOnly(instance.resources, lender.organizationId, sample(LOANS, 1, TODAY), key);
    const step = () => runBoarding({ ...instance.resources, batchLoans: 2 }, boarding, { mostSteps: 1 });
    await step(); // its check
    await step(); // its first two loans
    await instance.resources.pool.query(end, [key.actor]);
    while (!(await step()));
    const { status, loans_written: written } = await first(
      'select status, loans_written from ledger_boarding where id = $1',
      [boarding.id],
    );
    expect([status, written]).toEqual(['abandoned', 2]);
    const { count } = await first('select count(*)::int from ledger_loan where organization_id = $1', [
      lender.organizationId,
    ]);
    expect(count).toBe(2);
    const { after } = await first(
      "select after from audit_log where subject = $1 and action = 'ledger_boarding.abandon'",
      [boarding.id],
    );
    expect(after).toEqual({ status: 'abandoned', stop_reason: 'key_invalid' });
  },
);

it('the command line and an operator are no keys: their files continue', async () => {
  const lender = await instance.lender();
  const operator: Principal = { ...(await keyOf(lender)), kind: 'operator', actor: 'ola' };
  for (const [n, principal] of [BOARDER, operator].entries()) {
    const file = sample(2, 1, TODAY).replaceAll('L-', `${n}-`);
    const boarding = await receiveOnly(instance.resources, lender.organizationId, file, principal);
    await runBoarding(instance.resources, boarding);
    expect(await first('select status from ledger_boarding where id = $1', [boarding.id])).toEqual({ status: 'done' });
  }
});

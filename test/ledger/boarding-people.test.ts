import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '../../core/db/with-client.js';
import { ensureDigestKey } from '../../core/erasure/erased-placeholders-and-digests.js';
import type { Principal } from '../../core/principal/principal.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { runBoarding } from '../../ledger/boarding/run-boarding.js';
import { ERASURE_STEPS } from '../../runtime/assembly/erasure-steps.js';
import { ErasureService } from '../../subgraphs/servicing/platform/erasure/erasure.service.js';
import { board, csv, LOAN, receiveOnly } from '../support/board-file.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * What a boarding reveals about people already in the ledger: not whether a person has a given telephone number, and
 * nothing to a stolen dump.
 */

const clock = new SimulatedClock('2026-05-01T15:00:00Z');
let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ clock, worker: false });
});
afterAll(() => instance.close());

const PHONE = '+1 212 555 0100';
const FULL = {
  ...LOAN,
  borrower_email: 'ada@example.org',
  borrower_phone: PHONE,
  co_borrower_name: 'Ben Baker',
  co_borrower_phone: '+1 212 555 0101',
};
const rows = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;
const openingOf = async (organizationId: string) =>
  (await rows('select * from ledger_opening where organization_id = $1', [organizationId]))[0];

/** The messages to a key with these scopes, for a file whose loans were boarded. */
async function said(scopes: Principal['scopes'], organizationId: string, ...loans: (typeof LOAN)[]) {
  const key: Principal = { kind: 'api_key', actor: 'trib_test', organizationIds: [organizationId], scopes };
  const arrived = await receiveOnly(instance.resources, organizationId, csv(...loans), key);
  await runBoarding(instance.resources, arrived);
  return rows(
    'select line, id, column_name, message from ledger_boarding_problem where boarding_id = $1 order by line, id',
    [arrived.id],
  );
}
const LEDGER_ONLY = ['ledger:read', 'ledger:write'] as const;
const wrong = (digit: number) => ({ ...FULL, borrower_phone: `+1 212 555 999${digit}` });

it('one guess per line does not reveal which is the telephone number', async () => {
  const { organizationId } = await instance.lender();
  await board(instance.resources, organizationId, csv(FULL));
  const guesses = await said(LEDGER_ONLY, organizationId, wrong(1), wrong(2), FULL, wrong(3));
  const without = await said(LEDGER_ONLY, organizationId, wrong(1), wrong(2), wrong(4), wrong(3));
  expect(guesses).toEqual(without);
  expect(guesses.filter(({ id }) => id.startsWith('person:'))).toMatchObject([{ line: 2 }]);
});

it('without the scope for contact data a person is the same or is not, whichever cell is another', async () => {
  const { organizationId } = await instance.lender();
  await board(instance.resources, organizationId, csv(FULL));
  const one = await said(LEDGER_ONLY, organizationId, wrong(1));
  const both = await said(LEDGER_ONLY, organizationId, { ...wrong(1), borrower_name: 'Eve' as never });
  expect(one).toEqual([
    {
      line: 2,
      id: 'person:borrower',
      column_name: null,
      message: 'the data of the borrower differs from what was boarded',
    },
  ]);
  expect(both).toEqual(one);
  const cells = await said([...LEDGER_ONLY, 'persons:read'], organizationId, wrong(1));
  expect(cells).toMatchObject([{ line: 2, column_name: 'borrower_phone', message: 'differs from what was boarded' }]);
  const audited = await rows(
    `select after->>'compares_cells' as compares from audit_log where action = 'ledger_boarding.receive' and actor = 'trib_test'
       and organization_id = $1`,
    [organizationId],
  );
  expect(audited.map(({ compares }) => compares).sort()).toEqual(['false', 'false', 'true']);
});

it('the stored digest is an HMAC with a key that the database has only sealed', async () => {
  const { organizationId } = await instance.lender();
  await board(instance.resources, organizationId, csv(FULL));
  const { loan_id: loanId, borrower_digests: digests } = await openingOf(organizationId);
  const made = await ensureDigestKey(instance.resources.db, instance.resources.secrets);
  const key = createHmac('sha256', made)
    .update(JSON.stringify(['boarded', organizationId]))
    .digest();
  const digest = createHmac('sha256', key).update(`${loanId} borrower_phone ${PHONE}`).digest('hex');
  expect(digests.borrower_phone).toBe(digest.slice(0, 16));
});

it('digests from an earlier version, without a key, are not compared', async () => {
  const { organizationId } = await instance.lender();
  await board(instance.resources, organizationId, csv(FULL));
  await withClient(instance.databaseUrl, (client) =>
    client.query(
      `update ledger_opening set borrower_digests = '{"borrower_name": "01234567"}' where organization_id = $1`,
      [organizationId],
    ),
  );
  expect(await said(LEDGER_ONLY, organizationId, wrong(1))).toEqual([]);
});

it('the digests are deleted with the erased person, and the other borrower’s stay', async () => {
  const { organizationId } = await instance.lender();
  await board(instance.resources, organizationId, csv(FULL));
  const before = await openingOf(organizationId);
  const [{ id: personId }] = await rows(`select id from person where organization_id = $1 and phone = $2`, [
    organizationId,
    PHONE,
  ]);
  await new ErasureService({ ...instance.resources, erasureSteps: ERASURE_STEPS }).run(systemPrincipal('test'), {
    kind: 'person',
    personId,
  });
  const after = await openingOf(organizationId);
  expect(after.borrower_digests).toBeNull();
  expect(after.co_borrower_digests).toEqual(before.co_borrower_digests);
  expect(after.co_borrower_digests).toHaveProperty('co_borrower_phone');
  expect(await said([...LEDGER_ONLY, 'persons:read'], organizationId, wrong(1))).toEqual([]);
});

import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../core/db/pool.js';
import { newId } from '../../core/ids/ids.js';
import { systemClock } from '../../core/time/clock.js';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { TieOutHarness } from '../support/tie-out-harness.js';

/*
 * The tie-out over GraphQL as operators see it, and their acts on differences that real comparisons found at the
 * sandbox's processor.
 */

let instance: TestInstance;
let sql: pg.Pool;
let lender: Lender;
let bench: TieOutHarness;
let [operator, viewer]: Ask[] = [];
const today = () => servicingDate(systemClock.now());

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  sql = createPool(instance.databaseUrl, 4, instance.resources.logger);
  lender = await instance.lender();
  await instance.lender('Birch Credit');
  const as = async (subject: string, role: 'operator' | 'viewer') =>
    graphClient(instance.graphqlUrl, await operatorToken(instance.resources, { subject, role }));
  [operator, viewer] = [await as('ola', 'operator'), await as('vic', 'viewer')];
  bench = new TieOutHarness(instance, sql, lender.organizationId, businessDayOf(systemClock.now()));
  const api = await lender.api();
  await api.record(await lender.ledgerAccount());
  await sql.query(
    `insert into payment_method (id, organization_id, party_id, instrument_type, holder_name, last_four, processor, processor_token)
     values ($1, $2, $3, 'card', 'n', '4242', 'sandbox', 'pm_card_visa')`,
    [newId(), lender.organizationId, lender.personId],
  );
  await charged('ch_one', 5_500);
  await charged('ch_two', 700);
  await bench.compare();
}, 120_000);
afterAll(async () => {
  await sql.end();
  await instance.close();
});

/** At the processor, made by another client. */
async function charged(id: string, cents: number): Promise<void> {
  await sql.query(
    `insert into sandbox_charge (id, organization_id, reference, token, amount_cents, created_at)
     values ($1, $2, $3, 'pm_card_visa', $4, $5)`,
    [id, lender.organizationId, newId(), cents, `${bench.day}T17:00:00Z`],
  );
}

const DIFFERENCE = `id organizationId side kind status ours theirs firstDay lastDay acts
  exception { id kind resolvedBy resolution waitsUntil waitsBy waitReason difference { id } }`;

async function differences(asked = '', by: Ask | undefined = operator) {
  const { json } = await asking(by)(`{ tieOutDifferences(limit: 100${asked}) { items { ${DIFFERENCE} } } }`);
  expect(json.errors).toBeUndefined();
  return json.data.tieOutDifferences.items;
}

async function days(asked = '') {
  const { json } = await asking(operator)(`{ tieOutDays(limit: 100${asked}) { items {
    organizationId side businessDay completeness oursCount theirsCount theirsCents differenceCount openDifferenceCount
    lookedAt sequence seal } page { nextCursor hasMore } } }`);
  expect(json.errors).toBeUndefined();
  return json.data.tieOutDays;
}

function asking(by: Ask | undefined): Ask {
  if (by === undefined) throw new Error('not signed in');
  return by;
}

const codes = (answer: { json: { errors?: readonly { extensions: { code: string } }[] } }) =>
  answer.json.errors?.map(({ extensions }) => extensions.code);

async function differenceOf(charge: string): Promise<string> {
  const found = (await differences()).find(
    ({ theirs }: { theirs: { external_id: string } }) => theirs.external_id === charge,
  );
  return found.id;
}

/** What operators see: the list, the counts, Today's figures. */
async function asksNow(): Promise<readonly string[]> {
  const { json } = await asking(operator)(`{
    operatorExceptions(isResolved: false, limit: 100) { items { id } }
    operatorExceptionCounts { open } }`);
  const ids = json.data.operatorExceptions.items.map(({ id }: { id: string }) => id);
  const counted = json.data.operatorExceptionCounts.reduce((sum: number, { open }: { open: number }) => sum + open, 0);
  expect(counted).toBe(ids.length);
  return ids;
}

const wait = (id: string, until: IsoDate, reason = 'The processor answers on Friday.', by = operator) =>
  asking(by)(
    `mutation ($id: ID!, $until: Date!, $reason: String!) { postponeOperatorException(id: $id, until: $until, reason: $reason) {
      id waitsUntil waitsBy waitReason difference { status acts } } }`,
    { id, until, reason },
  );

const acts = async (id: string) =>
  (await sql.query('select actor, action, before, after from audit_log where subject = $1 order by id', [id])).rows;

describe('tieOutDays', () => {
  it('shows for each side what was compared, the counts and sums, the differences, and the seal', async () => {
    const { items } = await days();
    expect(
      items.map(({ side, completeness, differenceCount }: Record<string, unknown>) => [
        side,
        completeness,
        differenceCount,
      ]),
    ).toEqual([
      ['processor:sandbox', 'complete', 2],
      ['ledger', 'complete', 0],
      ['books', 'complete', 0],
    ]);
    const [processor, ledger] = items;
    expect([processor.theirsCount, processor.theirsCents, processor.openDifferenceCount]).toEqual([2, 6_200, 2]);
    expect([ledger.oursCount, ledger.theirsCount, ledger.openDifferenceCount]).toEqual([1, 1, 0]);
    const { rows } = await sql.query('select sequence, hash from tie_out_result where organization_id = $1', [
      lender.organizationId,
    ]);
    const told = items.map(({ sequence, seal }: Record<string, unknown>) => ({ sequence, hash: seal }));
    expect(new Set(told.map(JSON.stringify))).toEqual(new Set(rows.map((row) => JSON.stringify(row))));
  });

  it('is a list: page by page, by side and by day', async () => {
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { json } = await asking(operator)(
        `{ tieOutDays(limit: 1${cursor === '' ? '' : `, cursor: "${cursor}"`}) { items { side } page { nextCursor } } }`,
      );
      walked.push(...json.data.tieOutDays.items.map(({ side }: { side: string }) => side));
      cursor = json.data.tieOutDays.page.nextCursor;
    }
    expect(walked).toEqual(['processor:sandbox', 'ledger', 'books']);
    const sides = async (asked: string) => (await days(asked)).items.map(({ side }: { side: string }) => side);
    expect(await sides(', side: "processor:sandbox"')).toEqual(['processor:sandbox']);
    expect(await sides(', side: "processor:"')).toEqual([]);
    expect(await sides(`, from: "${addDays(bench.day, 1)}"`)).toEqual([]);
    expect(await sides(`, to: "${bench.day}"`)).toHaveLength(3);
  });

  it('shows only the last result of a day, and nothing to another lender', async () => {
    await sql.query(
      `insert into tie_out_result (organization_id, sequence, subject, business_day, first_day, completeness, ours_count, ours_cents,
         theirs_count, theirs_cents, open_count, loans_read, loans_unread, difference_count, differences, looked_at, previous_hash, hash, mac)
       values ($1, 90, 'core', '1999-01-05', '1999-01-05', 'not_compared', 0, 0, 0, 0, 0, 0, 0, 0, '[]', now(), '', 'h90', ''),
              ($1, 91, 'core', '1999-01-05', '1999-01-05', 'partial', 2, 2, 2, 2, 0, 4, 1, 0, '[]', now(), '', 'h91', '')`,
      [lender.organizationId],
    );
    const { items } = await days(', side: "core"');
    expect(items.map(({ completeness, sequence }: Record<string, unknown>) => [completeness, sequence])).toEqual([
      ['partial', 91],
    ]);
    await sql.query("delete from tie_out_result where subject = 'core'");
    const { rows } = await sql.query('select id from organization where id <> $1 limit 1', [lender.organizationId]);
    expect((await days(`, organizationId: "${rows[0].id}"`)).items).toEqual([]);
  });
});

describe('tieOutDifferences', () => {
  it('shows both sides’ facts, its exception, and the caller’s permitted acts', async () => {
    const [two, one] = (await differences()).toSorted(
      (a: { theirs: { amount_cents: number } }, b: { theirs: { amount_cents: number } }) =>
        a.theirs.amount_cents - b.theirs.amount_cents,
    );
    expect(one).toMatchObject({
      ...{
        organizationId: lender.organizationId,
        side: 'processor:sandbox',
        kind: 'charge_unknown_here',
        status: 'open',
      },
      ...{
        ours: null,
        theirs: { external_id: 'ch_one', amount_cents: 5_500 },
        firstDay: bench.day,
        lastDay: bench.day,
      },
      ...{
        acts: ['accept', 'wait'],
        exception: { id: one.id, kind: 'tie_out_charge_unknown_here', difference: { id: one.id } },
      },
    });
    expect(two.theirs).toMatchObject({ external_id: 'ch_two', amount_cents: 700 });
    expect((await differences('', viewer)).map(({ acts }: { acts: unknown }) => acts)).toEqual([[], []]);
  });

  it('is filtered by lender, kind, status, side, business day and the day on which it was found', async () => {
    const found = async (asked: string) => (await differences(asked)).length;
    const { rows } = await sql.query('select id from organization where id <> $1 limit 1', [lender.organizationId]);
    expect(await found(`, organizationId: "${lender.organizationId}"`)).toBe(2);
    expect(await found(`, organizationId: "${rows[0].id}"`)).toBe(0);
    expect(await found(', kinds: ["charge_unknown_here", "posting_missing"]')).toBe(2);
    expect(await found(', kinds: ["posting_missing"]')).toBe(0);
    expect(await found(', statuses: [open]')).toBe(2);
    expect(await found(', statuses: [waiting, accepted, gone]')).toBe(0);
    expect(await found(', side: "ledger"')).toBe(0);
    expect(await found(`, businessDay: "${bench.day}"`)).toBe(2);
    expect(await found(`, businessDay: "${addDays(bench.day, 1)}"`)).toBe(0);
    expect(await found(', to: "1999-01-01"')).toBe(0);
    expect(await found(', from: "1999-01-01"')).toBe(2);
  });

  it('is for operators: a key with every scope sees nothing', async () => {
    const key = graphClient(instance.graphqlUrl, (await lender.api()).token);
    expect(codes(await key('{ tieOutDifferences { items { id } } }'))).toEqual(['insufficient_scope']);
    expect(codes(await key('{ tieOutDays { items { side } } }'))).toEqual(['insufficient_scope']);
  });

  it('an exception that is not a difference has none', async () => {
    const id = newId();
    await sql.query(
      `insert into operator_exception (id, organization_id, kind, subject_id, detail) values ($1, $2, 'posted_after_failed', $1, '{}')`,
      [id, lender.organizationId],
    );
    const { json } = await asking(operator)('{ operatorExceptions(limit: 1) { items { id difference { id } } } }');
    expect(json.data.operatorExceptions.items).toEqual([{ id, difference: null }]);
    await sql.query('delete from operator_exception where id = $1', [id]);
  });
});

describe('snoozing a difference', () => {
  it('silences it until the day, is in the audit log, and ends on the day', async () => {
    const id = await differenceOf('ch_one');
    const until = addDays(today(), 3);
    const { json } = await wait(id, until);
    expect(json.data.postponeOperatorException).toEqual({
      ...{ id, waitsUntil: until, waitsBy: 'ola', waitReason: 'The processor answers on Friday.' },
      difference: { status: 'waiting', acts: ['accept', 'wait'] },
    });
    expect(await asksNow()).toEqual([await differenceOf('ch_two')]);
    expect((await differences(', statuses: [waiting]')).map(({ id }: { id: string }) => id)).toEqual([id]);
    expect((await days(', side: "processor:sandbox"')).items[0]).toMatchObject({
      differenceCount: 2,
      openDifferenceCount: 1,
    });
    const asked = '{ operatorExceptions(isResolved: false, isWaiting: true) { items { id } } }';
    expect((await asking(operator)(asked)).json.data.operatorExceptions.items).toEqual([{ id }]);
    // The count of the worker's gauges, by Postgres' clock.
    const { rows } = await sql.query(
      `select count(*)::int as silent from operator_exception where waits_until > (now() at time zone 'America/New_York')::date`,
    );
    expect(rows).toEqual([{ silent: 1 }]);
    expect(await acts(id)).toEqual([
      {
        ...{ actor: 'ola', action: 'operator_exception.postpone' },
        before: expect.objectContaining({ waits_until: null }),
        after: expect.objectContaining({ waits_until: until, reason: '[in its row]' }),
      },
    ]);
    const on = (day: string) => sql.query('update operator_exception set waits_until = $2 where id = $1', [id, day]);
    await on(today());
    expect(await asksNow()).toContain(id);
    expect((await differences(', statuses: [open]')).map(({ id }: { id: string }) => id)).toContain(id);
    await on(until);
  });

  it('a second click acts once; another day replaces the first', async () => {
    const id = await differenceOf('ch_two');
    const until = addDays(today(), 2);
    await Promise.all([wait(id, until), wait(id, until)]);
    await wait(id, until);
    expect(await acts(id)).toHaveLength(1);
    await wait(id, addDays(until, 1));
    expect((await acts(id)).map(({ before }) => before.waits_until)).toEqual([null, until]);
  });

  it('a comparison that finds the same facts leaves it silent; other facts bring it back', async () => {
    const [same, other] = [await differenceOf('ch_one'), await differenceOf('ch_two')];
    await sql.query("update sandbox_charge set amount_cents = 800 where id = 'ch_two'");
    bench.nextDay();
    await bench.compare();
    expect(await asksNow()).toEqual([other]);
    expect((await differences(', statuses: [waiting]')).map(({ id }: { id: string }) => id)).toEqual([same]);
    expect((await differences(', statuses: [open]'))[0].theirs.amount_cents).toBe(800);
  });

  it.each([
    ['today', 0],
    ['in more than 90 days', 91],
  ])('not until %s', async (_, ahead) => {
    const answer = await wait(await differenceOf('ch_two'), addDays(today(), ahead));
    expect(codes(answer)).toEqual(['validation_failed']);
  });

  it('not without a reason, not by a viewer, not without an exception', async () => {
    const [id, until] = [await differenceOf('ch_two'), addDays(today(), 2)];
    expect(codes(await wait(id, until, ''))).toEqual(['validation_failed']);
    expect(codes(await wait(id, until, 'r', viewer))).toEqual(['insufficient_scope']);
    expect(codes(await wait(newId(), until))).toEqual(['operator_exception_not_found']);
    expect(codes(await wait('nothing', until))).toEqual(['operator_exception_not_found']);
  });
});

describe('accepting a difference', () => {
  it('resolves its exception: it stays resolved while its facts stay, and can no longer be snoozed', async () => {
    const id = await differenceOf('ch_two');
    const resolve = `mutation { resolveOperatorException(id: "${id}", resolution: "Charged by hand, booked by hand.") {
      difference { status acts } } }`;
    expect((await asking(operator)(resolve)).json.data.resolveOperatorException).toEqual({
      difference: { status: 'accepted', acts: [] },
    });
    expect(codes(await wait(id, addDays(today(), 2)))).toEqual(['operator_exception_resolved']);
    bench.nextDay();
    await bench.compare();
    expect((await differences(', statuses: [accepted]')).map(({ id }: { id: string }) => id)).toEqual([id]);
    expect(await asksNow()).toEqual([]);
    expect((await acts(id)).map(({ action }) => action).at(-1)).toBe('operator_exception.resolve');
  });

  it('a difference that is gone is shown as gone, even if it was snoozed', async () => {
    const id = await differenceOf('ch_one');
    await sql.query("delete from sandbox_charge where id = 'ch_one'");
    bench.nextDay();
    await bench.compare();
    const [gone] = await differences(', statuses: [gone]');
    expect(gone).toMatchObject({ id, acts: [], exception: { resolvedBy: 'tie-out' } });
  });
});

it('an admin of one lender sees and changes nothing of another', async () => {
  const [id] = (await differences()).map(({ id }: { id: string }) => id);
  const { rows } = await sql.query('select id from organization where id <> $1 limit 1', [lender.organizationId]);
  const token = await operatorToken(instance.resources, {
    subject: 'out',
    role: 'admin',
    organizationIds: [rows[0].id],
  });
  const elsewhere = graphClient(instance.graphqlUrl, token);
  expect(await differences('', elsewhere)).toEqual([]);
  expect((await elsewhere('{ tieOutDays { items { side } } }')).json.data.tieOutDays.items).toEqual([]);
  expect(codes(await wait(id, addDays(today(), 2), 'r', elsewhere))).toEqual(['operator_exception_not_found']);
});

import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { type Ask, graphClient } from '../support/graph.js';
import { operatorToken } from '../support/operators.js';
import { TieOutActsHarness } from '../support/tie-out-acts-harness.js';

/*
 * Operators post and reverse items that differ, over GraphQL, in loan systems behind real HTTP; the worker is called as
 * by its queue.
 */

/** Moments at which a worker is killed; an act has fewer from its begin to its end. */
const MOMENTS = 24;

let harness: TieOutActsHarness;
let operator: Ask;
let viewer: Ask;
let elsewhere: Ask;
/** References, by the fault of each. */
const of: Record<string, string> = {};
const lost: string[] = [];
const failedHere: string[] = [];
const lostOnLedger: string[] = [];

beforeAll(async () => {
  harness = await TieOutActsHarness.open(8);
  const { resources, graphqlUrl } = harness.instance;
  const as = async (subject: string, role: 'operator' | 'viewer', organizationIds?: readonly string[]) =>
    graphClient(
      graphqlUrl,
      await operatorToken(resources, { subject, role, ...(organizationIds && { organizationIds }) }),
    );
  const other = await harness.instance.lender('Birch Credit');
  operator = await as('ola', 'operator');
  viewer = await as('vic', 'viewer');
  elsewhere = await as('bea', 'operator', [other.organizationId]);
  await seed();
  await harness.bench.compare();
}, 180_000);
afterAll(() => harness?.close());

async function seed(): Promise<void> {
  for (let n = 0; n < MOMENTS; n += 1) {
    lost.push(await harness.pay('fineract', n % 6));
    failedHere.push(await harness.pay('fineract', n % 6));
  }
  for (const name of ['missing', 'unsure', 'refusedThere', 'raced']) of[name] = await harness.pay('fineract', 6);
  for (const name of ['doubled', 'doubledOtherwise', 'reversedThere', 'otherAmount'])
    of[name] = await harness.pay('fineract', 7);
  of['failedInMambu'] = await harness.pay('mambu', 0);
  of['reversedHere'] = await harness.pay('mambu', 1);
  of['failedOnLedger'] = await harness.pay('ledger', 0);
  for (const reference of [...lost, of['missing'], of['unsure'], of['refusedThere'], of['raced']]) {
    harness.loseInFineract(reference ?? '');
  }
  for (let n = 0; n < 10; n += 1) lostOnLedger.push(await postedHereOnly(of['failedOnLedger'] ?? ''));
  const { book } = harness.fineract;
  const doubled = harness.transactionInFineract(of['doubled'] ?? '');
  book.pay(doubled.loan, { amount: 1_000, externalId: doubled.externalId });
  book.pay(doubled.loan, { amount: 250, externalId: harness.postedAs(of['doubledOtherwise'] ?? '') });
  book.undo(harness.transactionInFineract(of['reversedThere'] ?? ''), undefined);
  Object.assign(harness.transactionInFineract(of['otherAmount'] ?? ''), { amount: 999 });
  of['unknown'] = newId();
  book.pay(doubled.loan, { amount: 700, externalId: of['unknown'] });
  await harness.sql.query("update collected_payment set status = 'failed' where id = any($1)", [
    [...failedHere, of['failedInMambu'], of['failedOnLedger']],
  ]);
  await harness.sql.query("update collected_payment set status = 'reversed' where id = $1", [of['reversedHere']]);
  await harness.sql.query(
    `insert into payment_reversal (id, organization_id, payment_id, status, is_nsf, reversed_by, reversed_at, reference_number, created_at)
     select $1, organization_id, id, 'reversed', false, 'test', now() - interval '1 minute', 1, now() - interval '1 minute'
       from collected_payment where id = $2`,
    [newId(), of['reversedHere']],
  );
}

/** A payment like another one, which the ledger does not have. */
async function postedHereOnly(like: string): Promise<string> {
  const id = newId();
  await harness.sql.query(
    `insert into collected_payment (id, organization_id, account_id, amount_cents, payment_method, status, effective_date, recorded_by,
       settled_at, posting_external_id, reference_number, posted_at)
     select $2, organization_id, account_id, 100, payment_method, 'posted', effective_date, recorded_by, now(), '999999', 999999, now()
       from collected_payment where id = $1`,
    [like, id],
  );
  return id;
}

/** A connection writes its statistics once a second; all of them are made to write now. */
async function writeStatistics(pool: pg.Pool): Promise<void> {
  const connections = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const connection of connections) {
    await connection.query('select pg_stat_force_next_flush()');
    connection.release();
  }
}

const SHOWN = `id side kind status acts factsVersion lastAct { kind status amountCents reason createdBy failureCode settledAt }`;

interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly acts: readonly string[];
  readonly factsVersion: string;
  readonly lastAct: Readonly<Record<string, unknown>> | null;
}

async function shown(reference: string | undefined, by = operator): Promise<Shown> {
  const found = (await harness.differences()).find((difference) => difference.reference === reference);
  if (found === undefined) throw new Error(`no open difference of ${reference}`);
  const { json } = await by(`{ tieOutDifferences(limit: 500) { items { ${SHOWN} } } }`);
  expect(json.errors).toBeUndefined();
  return json.data.tieOutDifferences.items.find(({ id }: Shown) => id === found.id);
}

const act = (kind: 'post' | 'reverse', { id, factsVersion }: Pick<Shown, 'id' | 'factsVersion'>, by = operator) =>
  by(
    `mutation ($id: ID!, $factsVersion: String!, $reason: String!) {
      ${kind}TieOutDifference(id: $id, factsVersion: $factsVersion, reason: $reason) { ${SHOWN} } }`,
    { id, factsVersion, reason: 'Agreed with the branch.' },
  );

const codes = (answer: { json: { errors?: readonly { extensions: { code: string } }[] } }) =>
  answer.json.errors?.map(({ extensions }) => extensions.code);

/**
 * A 503 may be sent again: with many requests at once on a busy machine, one waits longer than a lock is waited for.
 */
const actUntilAnswered: typeof act = async (...asked) => {
  for (;;) {
    const answer = await act(...asked);
    if (codes(answer)?.includes('service_unavailable') !== true) return answer;
  }
};

const actsOf = async (id: string) =>
  (await harness.sql.query('select kind, status from tie_out_act where difference_id = $1 order by id', [id])).rows;

describe('permitted acts', () => {
  it.each([
    ['doubledOtherwise', 'posting_doubled', ['accept', 'wait']],
    ['missing', 'posting_missing', ['post', 'accept', 'wait']],
    ['doubled', 'posting_doubled', ['reverse', 'accept', 'wait']],
    ['reversedThere', 'reversed_there', ['reverse', 'accept', 'wait']],
    ['unknown', 'unknown_here', ['reverse', 'accept', 'wait']],
    ['failedInMambu', 'posted_there_only', ['reverse', 'accept', 'wait']],
    ['failedOnLedger', 'posted_there_only', ['reverse', 'accept', 'wait']],
    ['reversedHere', 'not_reversed_there', ['reverse', 'accept', 'wait']],
    ['otherAmount', 'amount_differs', ['accept', 'wait']],
  ])('%s', async (name, kind, acts) => {
    expect(await shown(of[name])).toMatchObject({ kind, acts, lastAct: null });
    expect((await shown(of[name], viewer)).acts).toEqual([]);
  });

  it('are refused to a viewer, for another lender’s difference as for an unknown one, for other facts, for another kind, and without a reason', async () => {
    const missing = await shown(of['missing']);
    expect(codes(await act('post', missing, viewer))).toEqual(['insufficient_scope']);
    const foreign = await act('post', missing, elsewhere);
    const unknown = await act('post', { ...missing, id: newId() }, elsewhere);
    expect(codes(foreign)).toEqual(['operator_exception_not_found']);
    expect(foreign.json.errors).toEqual(unknown.json.errors);
    expect(codes(await act('post', { ...missing, factsVersion: 'of yesterday' }))).toEqual(['difference_changed']);
    expect(codes(await act('reverse', missing))).toEqual(['difference_act_refused']);
    expect(codes(await act('post', await shown(of['otherAmount'])))).toEqual(['difference_act_refused']);
    const silent = await operator(
      `mutation { postTieOutDifference(id: "${missing.id}", factsVersion: "${missing.factsVersion}", reason: "") { id } }`,
    );
    expect(codes(silent)).toEqual(['validation_failed']);
    expect(await actsOf(missing.id)).toEqual([]);
  });
});

describe('an act', () => {
  it('is executed once, however often and by however many it is requested; its operator and reason are stored', async () => {
    const raced = await shown(of['raced']);
    const answers = await Promise.all(Array.from({ length: 8 }, () => actUntilAnswered('post', raced)));
    expect(answers.flatMap((answer) => codes(answer) ?? [])).toEqual([]);
    const [open] = await harness.pending(raced.id);
    if (open === undefined) throw new Error('nothing to do');
    await Promise.all(Array.from({ length: 4 }, () => harness.worker().work(open)));
    expect(await actsOf(raced.id)).toEqual([{ kind: 'post', status: 'done' }]);
    expect(harness.inFineract(of['raced'] ?? '')).toEqual([1_000]);
    const after = await shown(of['raced']);
    expect(after).toMatchObject({ status: 'open', acts: ['accept', 'wait'] });
    expect(after.lastAct).toMatchObject({ status: 'done', amountCents: 1_000, reason: 'Agreed with the branch.' });
    expect(codes(await act('post', after))).toBeUndefined();
    expect(await actsOf(raced.id)).toHaveLength(1);
    const { rows } = await harness.sql.query('select actor, action from audit_log where subject = $1', [raced.id]);
    expect(rows).toEqual([{ actor: after.lastAct?.['createdBy'], action: 'tie_out_difference.post' }]);
  });

  it('whose answer is lost is looked up, not sent again', async () => {
    const unsure = await shown(of['unsure']);
    harness.fineract.faults.next('repay', 'post_and_hang');
    await act('post', unsure);
    const [open] = await harness.pending(unsure.id);
    if (open === undefined) throw new Error('nothing to do');
    await harness.worker().work(open);
    expect((await shown(of['unsure'])).lastAct).toMatchObject({ status: 'pending', settledAt: null });
    await harness.leasesEnd();
    await harness.worker().work(open);
    expect((await shown(of['unsure'])).lastAct).toMatchObject({ status: 'done' });
    expect(harness.inFineract(of['unsure'] ?? '')).toEqual([1_000]);
  });

  it('that the loan system refuses may be tried again', async () => {
    const refused = await shown(of['refusedThere']);
    harness.fineract.faults.next('repay', 'validation_error');
    await act('post', refused);
    await harness.workOff();
    const after = await shown(of['refusedThere']);
    expect(after).toMatchObject({ acts: ['post', 'accept', 'wait'], lastAct: { status: 'refused' } });
    expect(after.lastAct?.['failureCode']).toEqual(expect.any(String));
    await act('post', after);
    await harness.workOff();
    expect(harness.inFineract(of['refusedThere'] ?? '')).toEqual([1_000]);
  });

  it.each([
    ['post', lost],
    ['reverse', failedHere],
  ] as const)(
    '%s: a worker is killed at any moment, another one continues, and the act is executed once',
    async (kind, references) => {
      let killed = 0;
      for (const [n, reference] of references.entries()) {
        const difference = await shown(reference);
        await act(kind, difference);
        const [open] = await harness.pending(difference.id);
        if (open === undefined) throw new Error('nothing to do');
        const { worker, isDead } = harness.killableWorker(n + 1);
        await worker.work(open).catch((error: unknown) => {
          if (!isDead()) throw error;
        });
        if (isDead()) killed += 1;
        await harness.leasesEnd();
        await harness.workOff();
        expect(await actsOf(difference.id)).toEqual([{ kind, status: 'done' }]);
        expect(harness.inFineract(reference)).toEqual(kind === 'post' ? [1_000] : [-1_000]);
      }
      expect(killed).toBeGreaterThan(5);
      expect(killed).toBeLessThan(MOMENTS);
    },
    120_000,
  );

  it('concurrent with a reversal of the same payment: no deadlock, and a reversed payment is not posted', async () => {
    const deadlocks = async () => {
      await writeStatistics(harness.instance.resources.pool);
      const counted = 'select deadlocks::int from pg_stat_database where datname = current_database()';
      return (await harness.sql.query(counted)).rows[0].deadlocks;
    };
    const before = await deadlocks();
    for (const reference of lostOnLedger) {
      const difference = await shown(reference);
      await act('post', difference);
      const [open] = await harness.pending(difference.id);
      if (open === undefined) throw new Error('nothing to do');
      const [, reversed] = await Promise.all([harness.worker().work(open), harness.api.reverse(reference)]);
      // First there is nothing to reverse yet; then there is.
      expect([201, 422]).toContain(reversed.status);
      await harness.workOff();
    }
    expect(await deadlocks()).toBe(before);
  });

  it('on every system: a payment reversed there is reversed here, and an event reports it', async () => {
    for (const name of ['doubled', 'reversedThere', 'unknown', 'failedInMambu', 'failedOnLedger', 'reversedHere']) {
      expect(codes(await act('reverse', await shown(of[name])))).toBeUndefined();
    }
    await act('post', await shown(of['missing']));
    await harness.workOff();
    const { rows } = await harness.sql.query("select kind, status from tie_out_act where status <> 'done'");
    expect(rows).toEqual([{ kind: 'post', status: 'refused' }]);
    expect(harness.inFineract(of['doubled'] ?? '').toSorted()).toEqual([-1_000, 1_000]);
    expect(harness.inFineract(of['unknown'] ?? '')).toEqual([-700]);
    const reversed = (await harness.api.get(`/v1/payments/${of['reversedThere']}`)).json;
    expect(reversed).toMatchObject({ status: 'reversed', reversal: { reason: 'Agreed with the branch.' } });
    const events = await harness.sql.query(
      'select type from event where object_id = $1 order by sequence desc limit 1',
      [of['reversedThere']],
    );
    expect(events.rows).toEqual([{ type: 'payment.reversed' }]);
  });

  it('the next comparison finds the difference gone; a payment that was posted again can be reversed as usual', async () => {
    harness.bench.nextDay();
    await harness.bench.compare();
    expect(await harness.bench.open()).toEqual(['fineract amount_differs', 'fineract posting_doubled']);
    const reference = of['missing'] ?? '';
    const answer = await harness.api.reverse(reference);
    expect([answer.status, answer.json.status], answer.text).toEqual([201, 'reversed']);
    expect(harness.inFineract(reference)).toEqual([-1_000]);
  });
});

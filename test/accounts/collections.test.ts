import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addOperator, disableOperator } from '../../core/auth/operators/administration.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { systemClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { type Ask, graphClient } from '../support/graph.js';
import { lateLoan } from '../support/late-loan.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

/* The collection queue: which loans are in it, and that each is with one agent at a time. */

let instance: TestInstance;
/** By how much the product's clock is ahead. */
let minutesAhead = 0;
const clock = { now: () => systemClock.now().add({ minutes: minutesAhead }) };

beforeAll(async () => {
  instance = await openTestInstance({ worker: false, clock });
});
afterEach(() => {
  minutesAhead = 0;
});
afterAll(() => instance.close());

const today = () => servicingDate(systemClock.now());
const rows = async (text: string, values: readonly unknown[] = []) =>
  (await instance.resources.pool.query(text, [...values])).rows;

type Role = 'viewer' | 'agent' | 'supervisor';

async function asking(lender: Lender, subject: string, role: Role = 'agent'): Promise<Ask> {
  const request = { subject, role, organizationIds: [lender.organizationId] };
  return graphClient(instance.graphqlUrl, await operatorToken(instance.resources, request));
}

/** A lender with loans past due by these days, and its agent Ann. */
async function queueOf(name: string, daysPastDue: readonly number[]) {
  const lender = await instance.lender(name);
  const loans: string[] = [];
  for (const days of daysPastDue) loans.push(await lateLoan(instance.resources.pool, lender, days));
  return { lender, loans, ann: await asking(lender, 'ann'), bob: await asking(lender, 'bob') };
}

const SHOWN = `accountId isInQueue lastContactKind promiseState followUpOn skipReason assignedTo takenBy isMine`;

async function next(by: Ask): Promise<string | null> {
  const { json } = await by(`mutation { takeNextCollectionLoan { accountId } }`);
  expect(json.errors).toBeUndefined();
  return json.data.takeNextCollectionLoan?.accountId ?? null;
}

async function act(by: Ask, call: string) {
  const { json } = await by(`mutation { done: ${call} { ${SHOWN} } }`);
  return { done: json.data?.done, refusal: json.errors?.[0] };
}

async function queue(by: Ask, filters = 'view: all'): Promise<string[]> {
  const { json } = await by(
    `{ collectionQueue(${filters}) { items { id } } collectionQueueTotals(${filters}) { rows } }`,
  );
  expect(json.errors).toBeUndefined();
  const { items } = json.data.collectionQueue;
  expect(json.data.collectionQueueTotals.rows).toBe(items.length);
  return items.map(({ id }: { id: string }) => id);
}

const note = (by: Ask, id: string, input = '{ kind: call, text: "called" }') =>
  by(`mutation { addAccountNote(accountId: "${id}", input: ${input}) { replayed } }`);

const shown = async (by: Ask, id: string) =>
  (await by(`{ account(id: "${id}") { collection { ${SHOWN} } } }`)).json.data.account.collection;

const audited = async (id: string) =>
  (await rows('select action from audit_log where subject = $1 order by id', [id])).map(({ action }) => action);

describe('Query.collectionQueue', () => {
  it('has loans that are past due, without those whose flags stop collection contact', async () => {
    const { lender, loans, ann } = await queueOf('Queue Credit', [10, 40, 20]);
    await lender.ledgerAccount();
    expect(await queue(ann)).toEqual([loans[1], loans[2], loans[0]]);
    await ann(
      `mutation { setAccountFlag(accountId: "${loans[1]}", input: { kind: bankruptcy, reason: "r" }) { replayed } }`,
    );
    expect(await queue(ann)).toEqual([loans[2], loans[0]]);
    expect(await shown(ann, loans[1] ?? '')).toMatchObject({ isInQueue: false });
    await rows('update past_due_snapshot set past_due_cents = 0 where account_id = $1', [loans[2]]);
    expect(await queue(ann)).toEqual([loans[0]]);
  });

  it('is sorted by the last contact, which is a call, an email or a letter', async () => {
    const { loans, ann } = await queueOf('Contact Credit', [10, 20, 30]);
    await note(ann, loans[2] ?? '', '{ kind: letter, text: "sent" }');
    await note(ann, loans[0] ?? '', '{ kind: call, text: "called" }');
    await note(ann, loans[2] ?? '', '{ kind: other, text: "checked" }');
    const { json } = await ann(
      `{ collectionQueue(sortBy: last_contact) { items { id collection { lastContactKind } } } }`,
    );
    expect(json.data.collectionQueue.items).toEqual([
      { id: loans[2], collection: { lastContactKind: 'letter' } },
      { id: loans[0], collection: { lastContactKind: 'call' } },
      { id: loans[1], collection: { lastContactKind: null } },
    ]);
  });

  it('is filtered by days past due, and added', async () => {
    const { loans, ann } = await queueOf('Days Credit', [10, 40, 70]);
    expect(await queue(ann, 'minDaysPastDue: 30, maxDaysPastDue: 59')).toEqual([loans[1]]);
    expect(await queue(ann, 'minDaysPastDue: 40')).toEqual([loans[2], loans[1]]);
    const { json } = await ann('{ collectionQueueTotals { rows amountCents netCents isExact } }');
    expect(json.data.collectionQueueTotals).toEqual({
      rows: 3,
      amountCents: 180_000,
      netCents: 180_000,
      isExact: true,
    });
  });

  it('gives out loans that a process of an earlier version wrote last, in their order', async () => {
    const { loans, ann, bob } = await queueOf('Earlier Credit', [10, 40, 20]);
    await rows('update account set past_due_cents = null, oldest_unpaid_on = null where id = $1', [loans[1]]);
    await rows(
      `update account set past_due_cents = 0, oldest_unpaid_on = null, status_code = 'delinquent' where id = $1`,
      [loans[2]],
    );
    expect([await next(ann), await next(bob)]).toEqual([loans[1], loans[2]]);
  });

  it('has no loans of a sandbox organization beside those of lenders', async () => {
    const { lender, loans } = await queueOf('Real Credit', [40]);
    const sandbox = await instance.lender('Sandbox Credit', { isSandbox: true });
    const other = await lateLoan(instance.resources.pool, sandbox, 90);
    const organizationIds = [lender.organizationId, sandbox.organizationId];
    const token = await operatorToken(instance.resources, { subject: 'both', role: 'agent', organizationIds });
    const both = graphClient(instance.graphqlUrl, token);
    expect(await queue(both)).toEqual(loans);
    expect(await queue(both, `organizationId: "${sandbox.organizationId}"`)).toEqual([other]);
    expect(await next(both)).toBe(loans[0]);
  });

  it('counts the days of a sandbox organization that is ahead once, as a take does', async () => {
    const sandbox = await instance.lender('Ahead Credit', { isSandbox: true });
    const ann = await asking(sandbox, 'ann');
    const late = await lateLoan(instance.resources.pool, sandbox, 10);
    const flagged = await lateLoan(instance.resources.pool, sandbox, 20);
    await rows(
      'insert into test_clock (organization_id, offset_days) values ($1, 30) on conflict (organization_id) do update set offset_days = 30',
      [sandbox.organizationId],
    );
    expect(await queue(ann, 'minDaysPastDue: 40, maxDaysPastDue: 40')).toEqual([late]);
    expect(await queue(ann, 'minDaysPastDue: 70')).toEqual([]);
    const flag = `{ kind: bankruptcy, reason: "r", effectiveUntil: "${addDays(today(), 45)}" }`;
    const { json } = await ann(`mutation { setAccountFlag(accountId: "${flagged}", input: ${flag}) { replayed } }`);
    expect(json.errors).toBeUndefined();
    expect(await queue(ann)).toEqual([late]);
    const taken = await act(ann, `takeCollectionLoan(accountId: "${flagged}")`);
    expect(taken.refusal.extensions.code).toBe('validation_failed');
    expect(await next(ann)).toBe(late);
  });

  it('is only for operators', async () => {
    const { lender, loans } = await queueOf('Key Credit', [10]);
    const key = graphClient(instance.graphqlUrl, (await lender.api()).token);
    for (const query of [
      '{ collectionQueue { items { id } } }',
      '{ collectionQueueTotals { rows } }',
      `{ account(id: "${loans[0]}") { collection { takenBy } } }`,
    ]) {
      expect((await key(query)).json.errors[0].extensions.code).toBe('insufficient_scope');
    }
  });
});

describe('takeNextCollectionLoan', () => {
  it('gives 50 agents who ask at once 50 different loans, and none when there are no more', async () => {
    const { lender, loans } = await queueOf(
      'Race Credit',
      Array.from({ length: 50 }, (_, day) => day + 1),
    );
    const agents = await Promise.all(loans.map((_, number) => asking(lender, `agent-${number}`)));
    const given = await Promise.all(agents.map(next));
    expect(given.toSorted()).toEqual(loans.toSorted());
    expect(await next(await asking(lender, 'late'))).toBeNull();
    expect(
      await rows('select count(distinct taken_by)::int from collection_assignment where account_id = any($1)', [loans]),
    ).toEqual([{ count: 50 }]);
  });

  it('gives a loan whose snapshot a process of the version before stored, which does not know the columns', async () => {
    const { loans, ann, bob } = await queueOf('Rolling Credit', [10, 30]);
    const [, loan] = loans;
    // As a backfill, or this version, left it while it was current; its loan system keeps it `active` while it is past due.
    await rows(`update account set past_due_cents = 0, oldest_unpaid_on = null, status_code = 'active' where id = $1`, [
      loan,
    ]);
    await rows(
      `insert into past_due_snapshot (organization_id, account_id, as_of, status_code, balance_cents, past_due_cents, oldest_unpaid_on)
       select organization_id, account_id, as_of, 'active', balance_cents, 50000, oldest_unpaid_on from past_due_snapshot
        where account_id = $1 order by as_of desc limit 1
       on conflict (organization_id, account_id, as_of) do update set past_due_cents = excluded.past_due_cents`,
      [loan],
    );
    const account = () => rows('select past_due_cents::int as cents from account where id = $1', [loan]);
    expect(await account()).toEqual([{ cents: 50_000 }]);
    // A snapshot of an earlier day, stored late, changes nothing.
    await rows(
      `insert into past_due_snapshot (organization_id, account_id, as_of, status_code, balance_cents, past_due_cents)
       select organization_id, id, '2001-01-01', 'active', 70000, 70000 from account where id = $1`,
      [loan],
    );
    expect(await account()).toEqual([{ cents: 50_000 }]);
    expect([await next(ann), await next(bob)]).toEqual([loan, loans[0]]);
  });

  it('gives loans of several lenders, the longest past due first', async () => {
    const [first, second] = [await queueOf('East Credit', [20, 60]), await queueOf('West Credit', [40])];
    const organizationIds = [first.lender.organizationId, second.lender.organizationId];
    const given = [];
    for (const subject of ['dee', 'eli', 'fay', 'gus']) {
      const token = await operatorToken(instance.resources, { subject, role: 'agent', organizationIds });
      given.push(await next(graphClient(instance.graphqlUrl, token)));
    }
    expect(given).toEqual([first.loans[1], second.loans[0], first.loans[0], null]);
  });

  it('holds nothing of a process that dies after the take and before its commit', async () => {
    const { loans, ann, bob } = await queueOf('Dying Credit', [40, 10]);
    // The product's own role may lock no tables and end no connections.
    const owner = new pg.Client(instance.databaseUrl);
    await owner.connect();
    try {
      await owner.query('begin');
      await owner.query('lock table audit_log in exclusive mode');
      const asked = ann('mutation { takeNextCollectionLoan { accountId } }');
      const waiting = await until(
        async () =>
          (
            await rows(
              `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
            )
          )[0],
        'the take waits for its audit entry',
      );
      await owner.query('select pg_terminate_backend($1)', [waiting.pid]);
      expect((await asked).json.errors).toHaveLength(1);
    } finally {
      await owner.end();
    }
    expect(await rows('select from collection_assignment where account_id = any($1)', [loans])).toEqual([]);
    expect(await next(bob)).toBe(loans[0]);
  });

  it('passes over a loan that another transaction holds, and waits for none', async () => {
    const { loans, ann, bob } = await queueOf('Held Credit', [40, 10]);
    const paying = await instance.resources.pool.connect();
    try {
      await paying.query('begin');
      await paying.query('select from account where id = $1 for no key update', [loans[0]]);
      expect(await next(ann)).toBe(loans[1]);
    } finally {
      await paying.query('rollback');
      paying.release();
    }
    expect(await next(bob)).toBe(loans[0]);
  });

  it('gives the same loan again after an answer was lost, until it is worked on', async () => {
    const { loans, ann, bob } = await queueOf('Again Credit', [40, 10]);
    expect([await next(ann), await next(ann)]).toEqual([loans[0], loans[0]]);
    expect(await audited(loans[0] ?? '')).toEqual(['collection.take', 'collection.take']);
    await note(ann, loans[0] ?? '');
    expect([await next(ann), await next(bob)]).toEqual([loans[1], null]);
  });

  it('begins the 30 minutes again for the loan that the agent has', async () => {
    const { loans, ann, bob } = await queueOf('Begins Credit', [40]);
    expect(await next(ann)).toBe(loans[0]);
    minutesAhead = 20;
    expect(await next(ann)).toBe(loans[0]);
    minutesAhead = 40;
    expect(await next(bob)).toBeNull();
    expect(await shown(ann, loans[0] ?? '')).toMatchObject({ isMine: true });
  });

  it('gives one agent one loan, also when the requests race', async () => {
    const { loans, ann } = await queueOf('One Credit', [10, 40, 20]);
    const given = await Promise.all([1, 2, 3, 4].map(() => next(ann)));
    expect(new Set(given)).toEqual(new Set([loans[1]]));
    expect(
      await rows(
        'select count(*)::int from collection_assignment where taken_by is not null and account_id = any($1)',
        [loans],
      ),
    ).toEqual([{ count: 1 }]);
  });

  it('begins with loans assigned to the agent, and gives no loan that is assigned to another', async () => {
    const { lender, loans, ann, bob } = await queueOf('Assigned Credit', [10, 40, 20]);
    const boss = await asking(lender, 'boss', 'supervisor');
    await act(boss, `assignCollectionLoan(accountId: "${loans[0]}", operator: "ann")`);
    await asking(lender, 'cy');
    await act(boss, `assignCollectionLoan(accountId: "${loans[1]}", operator: "cy")`);
    expect(await next(ann)).toBe(loans[0]);
    expect(await next(bob)).toBe(loans[2]);
    expect(await queue(ann, 'view: mine')).toEqual([loans[0]]);
    expect(await queue(ann, 'view: unassigned')).toEqual([]);
  });

  it('passes over a loan with an open promise, and gives one whose promise was broken', async () => {
    const { loans, ann } = await queueOf('Promise Credit', [10, 40]);
    const promise = `{ kind: promise_to_pay, text: "p", promisedCents: 500, promisedOn: "${addDays(today(), 3)}" }`;
    await note(ann, loans[1] ?? '', promise);
    expect(await shown(ann, loans[1] ?? '')).toMatchObject({ promiseState: 'open' });
    expect(await next(ann)).toBe(loans[0]);
    await act(ann, `releaseCollectionLoan(accountId: "${loans[0]}")`);
    await rows(
      `update account_note set noted_on = noted_on - 20, promised_on = promised_on - 20, promise_ends_on = promise_ends_on - 20
        where account_id = $1`,
      [loans[1]],
    );
    expect(await next(ann)).toBe(loans[1]);
  });

  it('frees a loan after 30 minutes, and a loan whose flag stops contact at once', async () => {
    const { loans, ann, bob } = await queueOf('Time Credit', [40, 10]);
    expect(await next(ann)).toBe(loans[0]);
    minutesAhead = 29;
    expect(await next(bob)).toBe(loans[1]);
    await act(bob, `releaseCollectionLoan(accountId: "${loans[1]}")`);
    minutesAhead = 31;
    expect(await shown(ann, loans[0] ?? '')).toMatchObject({ takenBy: null, isMine: false });
    expect(await next(bob)).toBe(loans[0]);
    await ann(
      `mutation { setAccountFlag(accountId: "${loans[0]}", input: { kind: deceased, reason: "r" }) { replayed } }`,
    );
    expect(await next(bob)).toBe(loans[1]);
  });
});

describe('releaseCollectionLoan', () => {
  it('frees a loan at once, and a skipped one on its follow-up day', async () => {
    const { loans, ann, bob } = await queueOf('Skip Credit', [40, 10]);
    const [late = '', other = ''] = loans;
    expect(await next(ann)).toBe(late);
    expect((await act(ann, `releaseCollectionLoan(accountId: "${late}")`)).done).toMatchObject({ takenBy: null });
    expect(await next(ann)).toBe(late);
    const day = addDays(today(), 5);
    const skip = `releaseCollectionLoan(accountId: "${late}", skipReason: no_answer, followUpOn: "${day}")`;
    expect((await act(ann, skip)).done).toMatchObject({ takenBy: null, skipReason: 'no_answer', followUpOn: day });
    expect(await next(bob)).toBe(other);
    expect(await next(ann)).toBeNull();
    await rows('update collection_assignment set follow_up_on = $2 where account_id = $1', [late, today()]);
    expect(await next(ann)).toBe(late);
    expect(await audited(late)).toEqual([
      ...['collection.take', 'collection.release', 'collection.take', 'collection.skip', 'collection.take'],
    ]);
  });

  it('refuses to skip a loan that another agent has by now, and answers a repetition as at first', async () => {
    const { loans, ann, bob } = await queueOf('Overtaken Credit', [40]);
    const [late = ''] = loans;
    const skip = `releaseCollectionLoan(accountId: "${late}", skipReason: callback_requested, followUpOn: "${addDays(today(), 3)}")`;
    await next(ann);
    minutesAhead = 31;
    expect(await next(bob)).toBe(late);
    const { refusal } = await act(ann, skip);
    expect(refusal.extensions.code).toBe('validation_failed');
    expect(JSON.stringify(refusal)).toContain('only the operator who has the loan skips it');
    expect(await shown(bob, late)).toMatchObject({ isMine: true, skipReason: null });
    const answers = [await act(bob, skip), await act(bob, skip)];
    expect(answers.map(({ done }) => done?.skipReason)).toEqual(['callback_requested', 'callback_requested']);
    expect(await audited(late)).toEqual(['collection.take', 'collection.take', 'collection.skip']);
  });

  it('changes nothing for another agent, and refuses a day that is not ahead', async () => {
    const { loans, ann, bob } = await queueOf('Other Credit', [40]);
    const [late = ''] = loans;
    await next(ann);
    expect((await act(bob, `releaseCollectionLoan(accountId: "${late}")`)).done).toMatchObject({ takenBy: 'ann' });
    const past = `releaseCollectionLoan(accountId: "${late}", skipReason: other, followUpOn: "${today()}")`;
    expect((await act(ann, past)).refusal.extensions.code).toBe('validation_failed');
    const without = `releaseCollectionLoan(accountId: "${late}", followUpOn: "${addDays(today(), 2)}")`;
    expect((await act(ann, without)).refusal.extensions.code).toBe('validation_failed');
    expect(await shown(ann, late)).toMatchObject({ takenBy: 'ann', isMine: true });
  });

  it('a note by the agent frees the loan until tomorrow; a note by another does not', async () => {
    const { loans, ann, bob } = await queueOf('Note Credit', [40]);
    const [late = ''] = loans;
    await next(ann);
    await note(bob, late);
    expect(await shown(ann, late)).toMatchObject({ takenBy: 'ann' });
    await note(ann, late);
    expect(await shown(ann, late)).toMatchObject({ takenBy: null, followUpOn: addDays(today(), 1) });
    expect(await next(ann)).toBeNull();
  });
});

describe('a note and an agreed day', () => {
  it('a note keeps a follow-up day that is later than tomorrow, with its reason', async () => {
    const { loans, ann } = await queueOf('Callback Credit', [40]);
    const [late = ''] = loans;
    const agreed = { skipReason: 'callback_requested', followUpOn: addDays(today(), 5) };
    await next(ann);
    await act(
      ann,
      `releaseCollectionLoan(accountId: "${late}", skipReason: callback_requested, followUpOn: "${agreed.followUpOn}")`,
    );
    await act(ann, `takeCollectionLoan(accountId: "${late}")`);
    await note(ann, late);
    expect(await shown(ann, late)).toMatchObject({ takenBy: null, ...agreed });
  });
});

describe('takeCollectionLoan and assignCollectionLoan', () => {
  it('a loan is taken by one of two agents who race, and refused to the other', async () => {
    const { loans, ann, bob } = await queueOf('Take Credit', [40]);
    const take = `takeCollectionLoan(accountId: "${loans[0]}")`;
    const answers = await Promise.all([ann, bob].map((by) => act(by, take)));
    expect(answers.filter(({ done }) => done?.isMine)).toHaveLength(1);
    expect(answers.find(({ refusal }) => refusal)?.refusal.extensions.code).toBe('validation_failed');
  });

  it('a loan that an agent takes again is the agent’s for another 30 minutes', async () => {
    const { loans, ann, bob } = await queueOf('Longer Credit', [40]);
    const take = `takeCollectionLoan(accountId: "${loans[0]}")`;
    await act(ann, take);
    minutesAhead = 20;
    expect((await act(ann, take)).done).toMatchObject({ isMine: true });
    minutesAhead = 40;
    expect(await next(bob)).toBeNull();
    minutesAhead = 51;
    expect(await next(bob)).toBe(loans[0]);
  });

  it('waits for a payment that holds the loan', async () => {
    const { loans, ann } = await queueOf('Waiting Credit', [40]);
    const paying = await instance.resources.pool.connect();
    try {
      await paying.query('begin');
      await paying.query('select from account where id = $1 for no key update', [loans[0]]);
      const taking = act(ann, `takeCollectionLoan(accountId: "${loans[0]}")`);
      const waits = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await until(async () => (await rows(waits))[0], 'the take waits for the loan');
      await paying.query('commit');
      expect((await taking).done).toMatchObject({ isMine: true });
    } finally {
      paying.release();
    }
  });

  it('refuses a loan that is not in the queue, and one of another lender', async () => {
    const { lender, ann } = await queueOf('Current Credit', []);
    const elsewhere = await queueOf('Elsewhere Credit', [40]);
    const current = `takeCollectionLoan(accountId: "${await lender.ledgerAccount()}")`;
    expect((await act(ann, current)).refusal.extensions.code).toBe('validation_failed');
    const foreign = `takeCollectionLoan(accountId: "${elsewhere.loans[0]}")`;
    expect((await act(ann, foreign)).refusal.extensions.code).toBe('account_not_found');
    expect(await next(ann)).toBeNull();
  });

  it('a loan is assigned only to people of the lender who may take it', async () => {
    const { lender, loans } = await queueOf('People Credit', [40]);
    const other = await instance.lender('Strangers Credit');
    const boss = await asking(lender, 'boss', 'supervisor');
    await asking(other, 'stranger');
    await asking(lender, 'reader', 'viewer');
    const assign = (to: string) => act(boss, `assignCollectionLoan(accountId: "${loans[0]}", operator: "${to}")`);
    for (const subject of ['unknown', 'stranger', 'reader']) {
      expect((await assign(subject)).refusal?.extensions.code).toBe('validation_failed');
    }
    expect((await assign('boss')).done).toMatchObject({ assignedTo: 'boss' });
    const { json } = await boss(`{ collectionAssignees(accountId: "${loans[0]}") { subject name } }`);
    const shownNames = json.data.collectionAssignees.map(({ name }: { name: string }) => name);
    expect(shownNames).toEqual(['ann', 'bob', 'boss']);
    const asAgent = await asking(lender, 'ann');
    const refused = (await asAgent(`{ collectionAssignees(accountId: "${loans[0]}") { name } }`)).json.errors[0];
    expect(refused.extensions.code).toBe('insufficient_scope');
  });

  it('a loan of a person who is disabled counts as unassigned', async () => {
    const { lender, loans, ann } = await queueOf('Leaver Credit', [40]);
    const boss = await asking(lender, 'boss', 'supervisor');
    const parts = instance.resources;
    const by = systemPrincipal('test');
    const rolesAt = { [lender.organizationId]: 'agent' } as const;
    const person = { name: 'Lee Ver', issuer: 'https://issuer.example', subject: 'lee', rolesAt };
    const added = await addOperator(parts, by, person);
    if (added.outcome !== 'done') throw new Error(added.outcome);
    expect((await act(boss, `assignCollectionLoan(accountId: "${loans[0]}", operator: "lee")`)).done).toMatchObject({
      assignedTo: 'lee',
    });
    expect([await next(ann), await queue(ann, 'view: unassigned')]).toEqual([null, []]);
    expect((await disableOperator(parts, by, added.operator.id)).outcome).toBe('done');
    expect(await queue(ann, 'view: unassigned')).toEqual(loans);
    expect(await next(ann)).toBe(loans[0]);
  });

  it('a supervisor assigns a loan, which its agent loses; the audit log has both sides', async () => {
    const { lender, loans, ann } = await queueOf('Boss Credit', [40]);
    const boss = await asking(lender, 'boss', 'supervisor');
    const [late = ''] = loans;
    await next(ann);
    const assign = `assignCollectionLoan(accountId: "${late}", operator: "bob")`;
    expect((await act(ann, assign)).refusal.extensions.code).toBe('insufficient_scope');
    expect((await act(boss, assign)).done).toMatchObject({ assignedTo: 'bob', takenBy: null });
    expect((await act(ann, `takeCollectionLoan(accountId: "${late}")`)).refusal.extensions.code).toBe(
      'validation_failed',
    );
    const again = await asking(lender, 'second-boss', 'supervisor');
    await act(again, assign);
    const by = 'select assigned_by from collection_assignment where account_id = $1';
    expect(await rows(by, [late])).toEqual([{ assigned_by: 'boss' }]);
    await act(boss, `assignCollectionLoan(accountId: "${late}")`);
    expect(
      await rows(
        `select actor, before, after from audit_log where subject = $1 and action = 'collection.assign' order by id`,
        [late],
      ),
    ).toEqual([
      { actor: 'boss', before: { assigned_to: null }, after: { assigned_to: 'bob' } },
      { actor: 'boss', before: { assigned_to: 'bob' }, after: { assigned_to: null } },
    ]);
    expect(await next(ann)).toBe(late);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactDigestsOf } from '../../core/audit/contact-digests.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { systemClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { ERASURE_STEPS } from '../../runtime/assembly/erasure-steps.js';
import { ErasureService } from '../../subgraphs/servicing/platform/erasure/erasure.service.js';
import type { Api } from '../support/api.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Operators' notes on loans, and promises to pay. */

let instance: TestInstance;
let lender: Lender;
let api: Api;
let operator: Ask;
let viewer: Ask;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  api = await lender.api();
  operator = await asking('operator');
  viewer = await asking('viewer');
});
afterAll(() => instance.close());

const today = () => servicingDate(systemClock.now());

async function asking(role: 'viewer' | 'operator', organizationIds?: readonly string[]): Promise<Ask> {
  const request = { subject: `ola-${role}`, role, ...(organizationIds && { organizationIds }) };
  return graphClient(instance.graphqlUrl, await operatorToken(instance.resources, request));
}

const NOTE = `id kind text writtenBy writtenByName createdAt
  promise { amountCents promisedOn endsOn receivedCents state }`;
const ADD = `mutation ($accountId: ID!, $key: String, $input: AccountNoteInput!) {
  addAccountNote(accountId: $accountId, idempotencyKey: $key, input: $input) { replayed note { ${NOTE} } } }`;

interface Adding {
  readonly key?: string;
  readonly by?: Ask;
}

async function add(accountId: string, input: object, { key, by = operator }: Adding = {}) {
  const { json } = await by(ADD, { accountId, key, input });
  return { answer: json.data?.addAccountNote, refusal: json.errors?.[0] };
}

async function notesOf(accountId: string, by = operator) {
  const { json } = await by(`query ($id: ID!) { account(id: $id) { notes { ${NOTE} } } }`, { id: accountId });
  return json.data?.account.notes;
}

async function promise(accountId: string, cents: number, on = addDays(today(), 7)): Promise<string> {
  const { answer, refusal } = await add(accountId, {
    ...{ kind: 'promise_to_pay', text: 'will pay after payday', promisedCents: cents, promisedOn: on },
  });
  expect(refusal).toBeUndefined();
  return answer.note.id;
}

async function stateOf(accountId: string) {
  const [{ promise: found }] = await notesOf(accountId);
  return { state: found.state, receivedCents: found.receivedCents };
}

/** Moves a note and its promise some days back. */
function moveBack(id: string, days: number) {
  return instance.resources.pool.query(
    `update account_note set created_at = created_at - make_interval(days => $2), noted_on = noted_on - $2::int,
            promised_on = promised_on - $2::int, promise_ends_on = promise_ends_on - $2::int where id = $1`,
    [id, days],
  );
}

describe('addAccountNote', () => {
  it('adds a note with kind, author and time, shown on the loan, in the list and in the timeline', async () => {
    const accountId = await lender.ledgerAccount();
    const { answer } = await add(accountId, { kind: 'call', text: 'Asked for the payoff;\nwill call back.' });
    expect(answer).toMatchObject({
      replayed: false,
      note: { kind: 'call', text: 'Asked for the payoff;\nwill call back.', writtenBy: 'ola-operator', promise: null },
    });
    expect(await notesOf(accountId, viewer)).toEqual([answer.note]);
    const { json } = await viewer(
      `query ($id: ID!) { accountNotes(accountId: $id) { items { ${NOTE} } }
        account(id: $id) { timeline { items { kind id type reason actor } } } }`,
      { id: accountId },
    );
    expect(json.data.accountNotes.items).toEqual([answer.note]);
    expect(json.data.account.timeline.items).toContainEqual({
      ...{ kind: 'note', id: answer.note.id, type: 'call', actor: 'ola-operator' },
      reason: 'Asked for the payoff;\nwill call back.',
    });
  });

  it('the same key adds it once, also when two requests race; another body is refused', async () => {
    const accountId = await lender.ledgerAccount();
    const key = randomUUID();
    const input = { kind: 'letter', text: 'sent the statement' };
    const answers = await Promise.all([1, 2, 3].map(() => add(accountId, input, { key })));
    expect(new Set(answers.map(({ answer }) => answer.note.id)).size).toBe(1);
    expect(answers.filter(({ answer }) => answer.replayed)).toHaveLength(2);
    const other = await add(accountId, { ...input, text: 'another' }, { key });
    expect(other.refusal.extensions.code).toBe('idempotency_conflict');
    expect(await notesOf(accountId)).toHaveLength(1);
  });

  it('names every problem of a note at once', async () => {
    const accountId = await lender.ledgerAccount();
    const { refusal } = await add(accountId, { kind: 'promise_to_pay', text: ' ' });
    expect(refusal.extensions.code).toBe('validation_failed');
    expect(refusal.extensions.issues.map(({ loc }: { loc: string[] }) => loc.at(-1)).toSorted()).toEqual([
      'promisedCents',
      'promisedOn',
      'text',
    ]);
  });

  it.each([
    ['a day before today', () => ({ promisedOn: addDays(today(), -1) })],
    ['a day more than a year ahead', () => ({ promisedOn: addDays(today(), 367) })],
    ['no amount', () => ({ promisedCents: 0 })],
    ['a promise’s day on another kind', () => ({ kind: 'call', promisedCents: null })],
    ['a card number', () => ({ text: 'card 4242 4242 4242 4242' })],
  ])('refuses %s', async (_, changed) => {
    const input = { kind: 'promise_to_pay', text: 'x', promisedCents: 100, promisedOn: today(), ...changed() };
    const { refusal } = await add(await lender.ledgerAccount(), input);
    expect(refusal.extensions.code).toBe('validation_failed');
    expect(JSON.stringify(refusal)).not.toContain('4242 4242');
  });

  it('a viewer, an API key and an operator of another lender add and see nothing', async () => {
    const accountId = await lender.ledgerAccount();
    await add(accountId, { kind: 'other', text: 'only for us' });
    const input = { kind: 'call', text: 'x' };
    expect((await add(accountId, input, { by: viewer })).refusal.extensions.code).toBe('insufficient_scope');
    const key = graphClient(instance.graphqlUrl, api.token);
    expect((await add(accountId, input, { by: key })).refusal.extensions.code).toBe('insufficient_scope');
    expect(await notesOf(accountId, key)).toBeNull();
    const timeline = await key('query ($id: ID!) { account(id: $id) { timeline { items { kind } } } }', {
      id: accountId,
    });
    expect(timeline.text).not.toContain('"note"');
    const outsider = await asking('operator', [(await instance.lender('Elsewhere')).organizationId]);
    const refused = await add(accountId, input, { by: outsider });
    expect(refused.refusal.extensions.code).toBe('account_not_found');
    const unknown = await add(newId(), input, { by: outsider });
    expect(refused).toEqual(unknown);
  });

  it('is audited, with the text as a keyed digest only', async () => {
    const accountId = await lender.ledgerAccount();
    const text = `spoke to the neighbour ${randomUUID()}`;
    const { answer } = await add(accountId, { kind: 'call', text });
    const { rows } = await instance.resources.pool.query(
      "select actor, after from audit_log where subject = $1 and action = 'account_note.add'",
      [answer.note.id],
    );
    expect(rows).toMatchObject([{ actor: 'ola-operator', after: { account_id: accountId, kind: 'call' } }]);
    const digests = contactDigestsOf(instance.resources.config.DATA_ENCRYPTION_KEYS);
    expect(digests.compare(rows[0].after.text, text)).toBe('same');
  });
});

describe('a promise to pay', () => {
  it('is open until payments reach it, then kept; a return makes it broken once its day is over', async () => {
    const accountId = await lender.ledgerAccount();
    const id = await promise(accountId, 30_000);
    expect(await stateOf(accountId)).toEqual({ state: 'open', receivedCents: 0 });
    await api.record(accountId, { amount_cents: 10_000 });
    expect(await stateOf(accountId)).toEqual({ state: 'open', receivedCents: 10_000 });
    const last = await api.record(accountId, { amount_cents: 20_000 });
    expect(await stateOf(accountId)).toEqual({ state: 'kept', receivedCents: 30_000 });
    await api.reverse(last.json.payment_id);
    expect(await stateOf(accountId)).toEqual({ state: 'open', receivedCents: 10_000 });
    await moveBack(id, 30);
    expect((await stateOf(accountId)).state).toBe('broken');
  });

  it('payments before the note do not count', async () => {
    const accountId = await lender.ledgerAccount();
    await api.record(accountId, { amount_cents: 30_000 });
    await promise(accountId, 30_000);
    expect(await stateOf(accountId)).toEqual({ state: 'open', receivedCents: 0 });
  });

  it('a payment after the promised business day does not keep it', async () => {
    const accountId = await lender.ledgerAccount();
    await moveBack(await promise(accountId, 30_000, today()), 30);
    await api.record(accountId, { amount_cents: 30_000 });
    expect(await stateOf(accountId)).toEqual({ state: 'broken', receivedCents: 0 });
  });

  it('a promise for a Sunday may be kept on the next business day', async () => {
    const accountId = await lender.ledgerAccount();
    const days = Array.from({ length: 14 }, (_, n) => addDays(today(), n + 1));
    const sunday = days.find((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0) ?? today();
    await promise(accountId, 100, sunday);
    const [{ promise: found }] = await notesOf(accountId);
    expect(found.promisedOn).toBe(sunday);
    expect(found.endsOn > sunday).toBe(true);
  });
});

describe('accountNotes', () => {
  it('finds notes by words in any order, by kind and by the state of a promise, page by page', async () => {
    const accountId = await lender.ledgerAccount();
    const word = `w${randomUUID().slice(0, 8)}`;
    await add(accountId, { kind: 'call', text: `José called about ${word}` });
    await add(accountId, { kind: 'email', text: `wrote about ${word}` });
    await promise(accountId, 500);
    const kinds = async (filter: string) => {
      const { json } = await operator(`{ accountNotes(${filter}, accountId: "${accountId}") { items { kind } } }`);
      return json.data.accountNotes.items.map(({ kind }: { kind: string }) => kind);
    };
    expect(await kinds(`text: "${word} jose"`)).toEqual(['call']);
    expect(await kinds(`text: "${word}"`)).toEqual(['email', 'call']);
    expect(await kinds('kind: email')).toEqual(['email']);
    expect(await kinds('promiseState: open')).toEqual(['promise_to_pay']);
    expect(await kinds('promiseState: broken')).toEqual([]);
    const first = await operator(
      `{ accountNotes(accountId: "${accountId}", limit: 2) { items { kind } page { nextCursor hasMore } } }`,
    );
    const { page } = first.json.data.accountNotes;
    expect(page.hasMore).toBe(true);
    expect(await kinds(`limit: 2, cursor: "${page.nextCursor}"`)).toEqual(['call']);
  });
});

it('the erasure of a borrower removes the texts of notes on their loans; kind, author and time stay', async () => {
  const accountId = await lender.ledgerAccount();
  const { answer } = await add(accountId, { kind: 'call', text: 'she moved to her sister' });
  await promise(accountId, 900);
  const { rows } = await instance.resources.pool.query(
    'select primary_borrower_party_id as id from account where id = $1',
    [accountId],
  );
  const erasures = new ErasureService({ ...instance.resources, erasureSteps: ERASURE_STEPS });
  await erasures.run(systemPrincipal('test'), { kind: 'person', personId: rows[0].id });
  const notes = await notesOf(accountId);
  expect(notes).toMatchObject([
    { kind: 'promise_to_pay', text: null, promise: { amountCents: 900 } },
    { id: answer.note.id, kind: 'call', text: null, writtenBy: 'ola-operator', createdAt: answer.note.createdAt },
  ]);
});

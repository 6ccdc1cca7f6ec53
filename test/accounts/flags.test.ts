import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { systemClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { ERASURE_STEPS } from '../../runtime/assembly/erasure-steps.js';
import { ErasureService } from '../../subgraphs/servicing/platform/erasure/erasure.service.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Flags on loans: set and lifted by staff, what they stop, and who may see them. Autopay: test/autopay/flags.test.ts. */

let instance: TestInstance;
let lender: Lender;
let operator: Ask;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  operator = await asking('operator');
});
afterAll(() => instance.close());

type Role = Parameters<typeof operatorToken>[1]['role'];

async function asking(role: Role, organizationIds?: readonly string[]): Promise<Ask> {
  const request = { subject: `ola-${role}`, role, ...(organizationIds && { organizationIds }) };
  return graphClient(instance.graphqlUrl, await operatorToken(instance.resources, request));
}

const today = () => servicingDate(systemClock.now());
const FLAG = `id kind state effectiveFrom effectiveUntil reason setBy setAt liftedBy liftedAt liftReason`;
const SET = `mutation ($accountId: ID!, $key: String, $input: AccountFlagInput!) {
  setAccountFlag(accountId: $accountId, idempotencyKey: $key, input: $input) { replayed flag { ${FLAG} } } }`;
const LIFT = `mutation ($id: ID!, $reason: String!) { liftAccountFlag(id: $id, reason: $reason) { ${FLAG} } }`;

interface Setting {
  readonly key?: string;
  readonly by?: Ask;
}

async function set(accountId: string, input: object, { key, by = operator }: Setting = {}) {
  const { json } = await by(SET, { accountId, key, input: { reason: 'as they wrote', ...input } });
  return { answer: json.data?.setAccountFlag, refusal: json.errors?.[0] };
}

async function lift(id: string, by = operator, reason = 'it was dismissed') {
  const { json } = await by(LIFT, { id, reason });
  return { flag: json.data?.liftAccountFlag, refusal: json.errors?.[0] };
}

async function seen(accountId: string, by = operator) {
  const { json } = await by(`query ($id: ID!) { account(id: $id) { flags { ${FLAG} } stoppedByFlags } }`, {
    id: accountId,
  });
  return { flags: json.data.account.flags, stops: json.data.account.stoppedByFlags };
}

const rows = async (text: string, values: readonly unknown[]) =>
  (await instance.resources.pool.query(text, [...values])).rows;

describe('setAccountFlag', () => {
  it('sets a flag from today until it is lifted, with who, when and why', async () => {
    const accountId = await lender.ledgerAccount();
    const { answer } = await set(accountId, { kind: 'bankruptcy', reason: 'Chapter 13, case 26-1' });
    expect(answer).toMatchObject({
      replayed: false,
      flag: {
        ...{ kind: 'bankruptcy', state: 'in_force', reason: 'Chapter 13, case 26-1', setBy: 'ola-operator' },
        ...{ effectiveFrom: today(), effectiveUntil: null, liftedBy: null, liftedAt: null, liftReason: null },
      },
    });
    expect(await seen(accountId)).toEqual({
      flags: [answer.flag],
      stops: ['charges', 'marketing', 'collection_contact'],
    });
  });

  it('flags a loan of another loan system too', async () => {
    const accountId = await lender.sandboxAccount('SBX-POSTS');
    await set(accountId, { kind: 'cease_and_desist' });
    expect((await seen(accountId)).stops).toEqual(['marketing', 'collection_contact']);
  });

  it('the same key sets it once, also when requests race; other requests for the kind are refused', async () => {
    const accountId = await lender.ledgerAccount();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => set(accountId, { kind: 'fraud' }, { key })));
    expect(new Set(answers.map(({ answer }) => answer.flag.id)).size).toBe(1);
    expect((await set(accountId, { kind: 'fraud', reason: 'else' }, { key })).refusal.extensions.code).toBe(
      'idempotency_conflict',
    );
    expect((await set(accountId, { kind: 'fraud' })).refusal.extensions.code).toBe('validation_failed');
    expect((await seen(accountId)).flags).toHaveLength(1);
  });

  it('of many requests that race without keys one sets the flag', async () => {
    const accountId = await lender.ledgerAccount();
    const answers = await Promise.all(Array.from({ length: 8 }, () => set(accountId, { kind: 'deceased' })));
    expect(answers.filter(({ answer }) => answer)).toHaveLength(1);
    expect((await seen(accountId)).flags).toHaveLength(1);
  });

  it('a flag of the future stops nothing yet; one whose last day has passed stops nothing any more', async () => {
    const accountId = await lender.ledgerAccount();
    await set(accountId, { kind: 'bankruptcy', effectiveFrom: addDays(today(), 1) });
    const { answer } = await set(accountId, {
      kind: 'fraud',
      effectiveFrom: addDays(today(), -9),
      effectiveUntil: today(),
    });
    expect(await seen(accountId)).toMatchObject({ stops: ['charges', 'marketing'] });
    await rows('update account_flag set effective_until = $2::date - 1 where id = $1', [answer.flag.id, today()]);
    const { flags, stops } = await seen(accountId);
    expect(flags.map(({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`)).toEqual([
      'fraud ended',
      'bankruptcy scheduled',
    ]);
    expect(stops).toEqual([]);
    expect((await set(accountId, { kind: 'fraud' })).answer.flag.state).toBe('in_force');
  });

  it.each([
    ['a blank reason', { reason: '  ' }],
    ['a card number', { reason: 'card 4242 4242 4242 4242' }],
    ['a last day before the first', { effectiveFrom: '2026-01-09', effectiveUntil: '2026-01-08' }],
    ['a last day before today', { effectiveFrom: '2026-01-08', effectiveUntil: '2026-01-09' }],
  ])('refuses %s', async (_, input) => {
    const accountId = await lender.ledgerAccount();
    const { refusal } = await set(accountId, { kind: 'scra', ...input });
    expect(refusal.extensions.code).toBe('validation_failed');
    expect(JSON.stringify(refusal)).not.toContain('4242 4242');
    expect((await seen(accountId)).flags).toEqual([]);
  });

  it('a viewer and an API key set none; for an operator of another lender the loan does not exist', async () => {
    const accountId = await lender.ledgerAccount();
    const key = graphClient(instance.graphqlUrl, (await lender.api()).token);
    for (const by of [await asking('viewer'), key]) {
      expect((await set(accountId, { kind: 'scra' }, { by })).refusal.extensions.code).toBe('insufficient_scope');
    }
    const by = await asking('operator', [(await instance.lender('Elsewhere')).organizationId]);
    const foreign = await set(accountId, { kind: 'scra' }, { by });
    expect(foreign).toEqual(await set(newId(), { kind: 'scra' }, { by }));
    expect(foreign.refusal.extensions.code).toBe('account_not_found');
  });

  it('an API key sees kinds, days and what is stopped, and nothing that staff wrote', async () => {
    const accountId = await lender.ledgerAccount();
    const { answer } = await set(accountId, { kind: 'do_not_contact' });
    const key = graphClient(instance.graphqlUrl, (await lender.api()).token);
    const { flags, stops } = await seen(accountId, key);
    expect(stops).toEqual(['marketing', 'collection_contact']);
    expect(flags).toEqual([{ ...answer.flag, reason: null, setBy: null }]);
  });

  it('is audited without its reason, and has an event with the kind as its code', async () => {
    const accountId = await lender.ledgerAccount();
    const { answer } = await set(accountId, { kind: 'dispute' });
    await lift(answer.flag.id);
    expect(
      await rows('select action, actor, after from audit_log where subject = $1 order by action desc', [
        answer.flag.id,
      ]),
    ).toMatchObject([
      { action: 'account_flag.set', actor: 'ola-operator', after: { kind: 'dispute', reason: '[in its row]' } },
      { action: 'account_flag.lift', actor: 'ola-operator', after: { kind: 'dispute', reason: '[in its row]' } },
    ]);
    expect(
      await rows(
        'select type, status, code, actor from event where object_id = $1 and code is not null order by sequence',
        [accountId],
      ),
    ).toEqual([
      { type: 'account.flag_set', status: 'active', code: 'dispute', actor: 'ola-operator' },
      { type: 'account.flag_lifted', status: 'active', code: 'dispute', actor: 'ola-operator' },
    ]);
  });
});

describe('liftAccountFlag', () => {
  it('lifts it once: a repetition keeps the first reason; the row stays as history', async () => {
    const accountId = await lender.ledgerAccount();
    const { answer } = await set(accountId, { kind: 'bankruptcy' });
    const { flag } = await lift(answer.flag.id);
    expect(flag).toMatchObject({ state: 'lifted', liftedBy: 'ola-operator', liftReason: 'it was dismissed' });
    expect((await lift(answer.flag.id, operator, 'another reason')).flag).toEqual(flag);
    expect(await seen(accountId)).toEqual({ flags: [flag], stops: [] });
    expect(
      await rows("select from audit_log where subject = $1 and action = 'account_flag.lift'", [flag.id]),
    ).toHaveLength(1);
    expect((await set(accountId, { kind: 'bankruptcy' })).answer.flag.state).toBe('in_force');
  });

  it('is for supervisors; a foreign and an unknown flag are not found', async () => {
    const accountId = await lender.ledgerAccount();
    const agent = await asking('agent');
    const { answer } = await set(accountId, { kind: 'bankruptcy' }, { by: agent });
    expect((await lift(answer.flag.id, agent)).refusal.extensions.code).toBe('insufficient_scope');
    const outsider = await asking('operator', [(await instance.lender('Elsewhere')).organizationId]);
    for (const id of [answer.flag.id, newId(), 'x']) {
      expect((await lift(id, outsider)).refusal.extensions.code).toBe('account_flag_not_found');
    }
    expect((await seen(accountId)).stops).toContain('charges');
  });
});

describe('the rules of a lender', () => {
  const RULES = `query ($id: ID!) { accountFlagRules(organizationId: $id) { kind stops stopsByDefault changedBy } }`;
  const CHANGE = `mutation ($id: ID!, $input: AccountFlagRuleInput!) {
    changeAccountFlagRule(organizationId: $id, input: $input) { kind stops stopsByDefault changedBy } }`;

  it('are the defaults until an admin changes one; a change applies to flags that are set already', async () => {
    const own = await instance.lender('Rules Credit');
    const id = own.organizationId;
    const accountId = await own.ledgerAccount();
    await set(accountId, { kind: 'scra' });
    const viewer = await asking('viewer', [id]);
    const defaults = (await viewer(RULES, { id })).json.data.accountFlagRules;
    expect(
      Object.fromEntries(defaults.map((rule: { kind: string; stops: string[] }) => [rule.kind, rule.stops])),
    ).toEqual({
      bankruptcy: ['charges', 'marketing', 'collection_contact'],
      deceased: ['charges', 'marketing', 'collection_contact'],
      fraud: ['charges', 'marketing'],
      cease_and_desist: ['marketing', 'collection_contact'],
      do_not_contact: ['marketing', 'collection_contact'],
      dispute: ['collection_contact'],
      scra: [],
    });
    expect((await seen(accountId)).stops).toEqual([]);
    const input = { kind: 'scra', stops: ['required_notices', 'collection_contact'] };
    for (const by of [viewer, await asking('operator', [id])]) {
      expect((await by(CHANGE, { id, input })).json.errors[0].extensions.code).toBe('insufficient_scope');
    }
    const admin = await asking('admin');
    const changed = (await admin(CHANGE, { id, input })).json.data.changeAccountFlagRule;
    const stops = ['collection_contact', 'required_notices'];
    expect(changed.at(-1)).toEqual({ kind: 'scra', stops, stopsByDefault: [], changedBy: 'ola-admin' });
    await admin(CHANGE, { id, input });
    expect(
      await rows("select before, after from audit_log where action = 'account_flag_rule.change' and subject = $1", [
        id,
      ]),
    ).toEqual([{ before: { kind: 'scra', stops: [] }, after: { kind: 'scra', stops } }]);
    expect((await seen(accountId)).stops).toEqual(stops);
    const other = await lender.ledgerAccount();
    await set(other, { kind: 'scra' });
    expect((await seen(other)).stops, 'another lender').toEqual([]);
    expect(
      (await (await asking('admin', [id]))(RULES, { id: lender.organizationId })).json.errors[0].extensions.code,
    ).toBe('organization_not_found');
  });
});

describe('the lists and the check before an email is sent', () => {
  it('accounts are found by their flags in force', async () => {
    const own = await instance.lender('List Credit');
    const [flagged, lifted] = [await own.ledgerAccount(), await own.ledgerAccount()];
    await own.ledgerAccount();
    await set(flagged, { kind: 'deceased' });
    await lift((await set(lifted, { kind: 'deceased' })).answer.flag.id);
    const found = async (filter: string) => {
      const of = `organizationId: "${own.organizationId}", ${filter}`;
      const { json } = await operator(`{ accounts(${of}) { items { id } } accountTotals(${of}) { rows } }`);
      return [json.data.accounts.items.map(({ id }: { id: string }) => id), json.data.accountTotals.rows];
    };
    expect(await found('flags: [deceased, scra]')).toEqual([[flagged], 1]);
    expect(await found('flags: [scra]')).toEqual([[], 0]);
  });

  it('nothing may be sent to a borrower whose loan has a flag that stops marketing, until it is lifted', async () => {
    const own = await instance.lender('Mail Credit');
    const accountId = await own.ledgerAccount();
    const address = `bo-${randomUUID()}@example.com`;
    await rows(
      `update person set email = $2 where id = (select primary_borrower_party_id from account where id = $1)`,
      [accountId, address],
    );
    const workspaceId = await own.workspace();
    const check = async (asked = address) => {
      const { json } = await operator(
        `query ($workspaceId: ID!, $address: String!) { isSuppressed(workspaceId: $workspaceId, address: $address) { isSuppressed reason } }`,
        { workspaceId, address: asked },
      );
      return json.data.isSuppressed;
    };
    const allowed = { isSuppressed: false, reason: null };
    expect(await check()).toEqual(allowed);
    await set(accountId, { kind: 'scra' });
    await set(accountId, { kind: 'dispute' });
    expect(await check()).toEqual(allowed);
    const { answer } = await set(accountId, { kind: 'cease_and_desist' });
    expect(await check(address.toUpperCase())).toEqual({ isSuppressed: true, reason: 'account_flag' });
    expect(await check(`other-${address}`)).toEqual(allowed);
    await lift(answer.flag.id);
    expect(await check()).toEqual(allowed);
  });
});

it('the erasure of a borrower removes the reasons of flags on their loans; kind, days, author and times stay', async () => {
  const accountId = await lender.ledgerAccount();
  const { answer } = await set(accountId, { kind: 'deceased', reason: 'her son called' });
  await lift(answer.flag.id, operator, 'it was her husband');
  const [{ id }] = await rows('select primary_borrower_party_id as id from account where id = $1', [accountId]);
  const erasures = new ErasureService({ ...instance.resources, erasureSteps: ERASURE_STEPS });
  await erasures.run(systemPrincipal('test'), { kind: 'person', personId: id });
  expect((await seen(accountId)).flags).toMatchObject([
    { id: answer.flag.id, kind: 'deceased', reason: null, liftReason: null, setBy: 'ola-operator', state: 'lifted' },
  ]);
});

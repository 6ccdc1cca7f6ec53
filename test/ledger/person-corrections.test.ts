import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactDigestsOf } from '../../core/audit/contact-digests.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { ERASURE_STEPS } from '../../runtime/assembly/erasure-steps.js';
import { ErasureService } from '../../subgraphs/servicing/platform/erasure/erasure.service.js';
import type { Api } from '../support/api.js';
import { board, csv, LOAN } from '../support/board-file.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { pdfPages } from '../support/pdf-text.js';
import { bookingOf } from '../support/populated-ledger.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

/* A borrower's name and contact data, corrected by an operator. */

let instance: TestInstance;
let lender: Lender;
let api: Api;
let operator: Ask;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  api = await lender.api();
  operator = graphClient(
    instance.graphqlUrl,
    await operatorToken(instance.resources, { subject: 'ola', role: 'operator' }),
  );
});
afterAll(() => instance.close());

const MAIN_STREET = { line1: '1 Main Street', line2: 'Flat 2', city: 'Boston', state: 'MA', postal_code: '02134' };
const ELM_STREET = { line1: '9 Elm Street', city: 'Salem', state: 'MA', postalCode: '01970' };
const email = () => `ada.${randomUUID()}@example.org`;

interface Booked {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
}

/** The borrower of a loan that was booked and disbursed. */
async function borrower(): Promise<Booked> {
  const address = email();
  const person = { display_name: 'Ada Bowrorer', email: address, phone: '+1 212 555 0100', address: MAIN_STREET };
  const key = () => ({ 'idempotency-key': randomUUID() });
  const body = { ...bookingOf(), borrowers: [{ role: 'primary', ...person }] };
  const booked = await api.post('/v1/ledger/loans', body, key());
  expect(booked.status, booked.text).toBe(201);
  const { id: accountId, primary_borrower_party_id: id } = booked.json;
  await api.post(`/v1/ledger/loans/${accountId}/disbursement`, {}, key());
  return { id, accountId, email: address };
}

const CORRECT = `mutation ($id: ID!, $key: String, $input: CorrectPersonInput!) {
  correctPerson(id: $id, idempotencyKey: $key, input: $input) { replayed person { displayName email phone } } }`;

async function correct(id: string, input: object, { key, by = operator }: { key?: string; by?: Ask } = {}) {
  const { json } = await by(CORRECT, { id, key, input });
  return { answer: json.data?.correctPerson, refusal: json.errors?.[0] };
}

const shown = async (id: string) => (await api.get(`/v1/persons/${id}`)).json;

async function audits(id: string) {
  const { rows } = await instance.resources.pool.query(
    "select actor, before, after from audit_log where subject = $1 and action = 'person.correct' order by id",
    [id],
  );
  return rows;
}

const WAITING = "select from pg_locks where locktype = 'advisory' and not granted";

describe('correctPerson', () => {
  it('corrects name, email, telephone and address; the former address stays stored, no longer current', async () => {
    const { id } = await borrower();
    const address = email();
    const input = { displayName: 'Ada Borrower', email: address, phone: '+1 617 555 0199', address: ELM_STREET };
    const { answer, refusal } = await correct(id, input);
    expect(refusal).toBeUndefined();
    expect(answer).toEqual({
      replayed: false,
      person: { displayName: 'Ada Borrower', email: address, phone: '+1 617 555 0199' },
    });
    const person = await shown(id);
    expect(person).toMatchObject({ display_name: 'Ada Borrower', email: address, phone: '+1 617 555 0199' });
    expect(person.addresses).toMatchObject([
      { is_current: true, line1: '9 Elm Street', line2: null, postal_code: '01970', country: 'US' },
      { is_current: false, line1: '1 Main Street', line2: 'Flat 2', postal_code: '02134', country: 'US' },
    ]);
  });

  it('an omitted field keeps its value, null removes it', async () => {
    const booked = await borrower();
    await correct(booked.id, { phone: null });
    expect(await shown(booked.id)).toMatchObject({ display_name: 'Ada Bowrorer', email: booked.email, phone: null });
    await correct(booked.id, { email: null, address: null });
    const person = await shown(booked.id);
    expect(person).toMatchObject({ display_name: 'Ada Bowrorer', email: null });
    expect(person.addresses).toMatchObject([{ is_current: false, line1: '1 Main Street' }]);
  });

  it('a corrected address that was stored before becomes the current one again', async () => {
    const { id } = await borrower();
    const [{ id: first }] = (await shown(id)).addresses;
    await correct(id, { address: ELM_STREET });
    const { postal_code: postalCode, ...rest } = MAIN_STREET;
    await correct(id, { address: { ...rest, postalCode } });
    expect((await shown(id)).addresses).toMatchObject([
      { id: first, is_current: true },
      { is_current: false, line1: '9 Elm Street' },
    ]);
  });

  it('is audited with the fields that differ, as digests', async () => {
    const booked = await borrower();
    const address = email();
    await correct(booked.id, { displayName: 'Ada Bowrorer', email: address });
    const [{ actor, before, after }, ...others] = await audits(booked.id);
    expect(others).toEqual([]);
    expect(actor).toBe('ola');
    expect([Object.keys(before), Object.keys(after)]).toEqual([['email'], ['email']]);
    const digests = contactDigestsOf(instance.resources.config.DATA_ENCRYPTION_KEYS);
    expect(digests.compare(before.email, booked.email)).toBe('same');
    expect(digests.compare(after.email, address)).toBe('same');
  });

  it('a correction that changes nothing writes nothing', async () => {
    const booked = await borrower();
    expect((await correct(booked.id, { email: booked.email })).answer.person.email).toBe(booked.email);
    expect(await audits(booked.id)).toEqual([]);
  });

  it('the same key repeats one correction; another body, including one with a null, is a conflict', async () => {
    const { id } = await borrower();
    const key = randomUUID();
    await correct(id, { phone: '+1 617 555 0001' }, { key });
    await correct(id, { phone: '+1 617 555 0002' });
    const again = await correct(id, { phone: '+1 617 555 0001' }, { key });
    expect(again.answer).toMatchObject({ replayed: true, person: { phone: '+1 617 555 0002' } });
    for (const input of [{ phone: '+1 617 555 0003' }, { phone: '+1 617 555 0001', email: null }]) {
      expect((await correct(id, input, { key })).refusal.extensions.code).toBe('idempotency_conflict');
    }
    expect(await audits(id)).toHaveLength(2);
  });

  it('refuses what booking refuses, at the same field', async () => {
    const { id } = await borrower();
    const places = async (input: object) => {
      const { refusal } = await correct(id, input);
      return refusal.extensions.issues.map(({ loc }: { loc: string[] }) => loc.join('.')).sort();
    };
    expect(await places({ displayName: '', email: 'nowhere', phone: '1' })).toEqual([
      'input.displayName',
      'input.email',
      'input.phone',
    ]);
    expect(await places({ displayName: null })).toEqual(['input.displayName']);
    expect(await places({ address: { ...ELM_STREET, country: 'XX' } })).toEqual(['input.address.country']);
    expect(await places({})).toEqual(['input']);
    expect(await audits(id)).toEqual([]);
  });

  it('409 person_of_loan_system names the loan system in which to correct the person', async () => {
    const { id } = await borrower();
    const { pool } = instance.resources;
    await pool.query(
      "insert into loan_system (code, kind) values ('fineract-west', 'fineract') on conflict do nothing",
    );
    await pool.query("update person set loan_system_code = 'fineract-west', external_id = id where id = $1", [id]);
    const { refusal } = await correct(id, { phone: null });
    expect(refusal.message).toContain('Correct it in fineract-west');
    expect(refusal.extensions).toMatchObject({
      code: 'person_of_loan_system',
      fields: { loan_system_code: 'fineract-west' },
    });
    expect((await shown(id)).phone).toBe('+1 212 555 0100');
  });

  it('409 person_erased: an erased person cannot be corrected', async () => {
    const { id } = await borrower();
    await new ErasureService({ ...instance.resources, erasureSteps: ERASURE_STEPS }).run(systemPrincipal('test'), {
      kind: 'person',
      personId: id,
    });
    const { refusal } = await correct(id, { displayName: 'Ada Borrower' });
    expect(refusal.extensions.code).toBe('person_erased');
    expect((await shown(id)).display_name).toBe('Erased');
  });

  it('is for operators and keys with ledger:write and persons:read, of the person’s lender', async () => {
    const { id } = await borrower();
    const code = async (by: Ask) => (await correct(id, { phone: null }, { by })).refusal?.extensions.code;
    const as = async (scopes: readonly string[]) => graphClient(instance.graphqlUrl, (await lender.api(scopes)).token);
    const viewer = await operatorToken(instance.resources, { subject: 'vera', role: 'viewer' });
    expect(await code(graphClient(instance.graphqlUrl, viewer))).toBe('insufficient_scope');
    expect(await code(await as(['ledger:write']))).toBe('insufficient_scope');
    expect(await code(await as(['persons:read']))).toBe('insufficient_scope');
    const foreign = await (await instance.lender('Elsewhere')).api();
    expect(await code(graphClient(instance.graphqlUrl, foreign.token))).toBe('person_not_found');
    expect((await correct(newId(), { phone: null })).refusal.extensions.code).toBe('person_not_found');
    expect((await shown(id)).phone).toBe('+1 212 555 0100');
    expect(await code(await as(['ledger:write', 'persons:read']))).toBeUndefined();
    expect((await shown(id)).phone).toBeNull();
  });

  it('is in the payoff letter, and in searches by name and by email', async () => {
    const booked = await borrower();
    const address = email();
    await correct(booked.id, { displayName: `Ada ${booked.id}`, email: address, address: ELM_STREET });
    const letter = await fetch(`${instance.baseUrl}/v1/accounts/${booked.accountId}/payoff-letter`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    const [page] = await pdfPages(new Uint8Array(await letter.arrayBuffer()));
    expect(page).toContain(`Ada ${booked.id}`);
    expect(page).toContain('9 Elm Street');
    expect(page).not.toContain('1 Main Street');
    const search = async (text: string) =>
      (await operator(`{ persons(text: "${text}") { items { id } } }`)).json.data.persons.items;
    expect(await search(booked.id)).toEqual([{ id: booked.id }]);
    expect(await search(address)).toEqual([{ id: booked.id }]);
    expect(await search(booked.email)).toEqual([]);
  });

  it('the former email address stays suppressed, the new one has its own status', async () => {
    const booked = await borrower();
    const workspaceId = await lender.workspace();
    await instance.resources.pool.query(
      `insert into suppression (organization_id, workspace_id, address, reason) values ($1, $2, $3, 'hard_bounce')`,
      [lender.organizationId, workspaceId, booked.email],
    );
    const address = email();
    await correct(booked.id, { email: address });
    const isSuppressed = async (of: string) =>
      (await operator(`{ isSuppressed(workspaceId: "${workspaceId}", address: "${of}") { isSuppressed } }`)).json.data
        .isSuppressed.isSuppressed;
    expect([await isSuppressed(booked.email), await isSuppressed(address)]).toEqual([true, false]);
  });

  it('a boarded person is corrected, and the same file again finds no difference and does not overwrite it', async () => {
    const own = await instance.lender('Boarded Credit');
    const file = csv({ ...LOAN, borrower_email: 'ada@example.org', borrower_phone: '+1 212 555 0100' });
    const { problems } = await board(instance.resources, own.organizationId, file);
    expect(problems).toEqual([]);
    const { rows } = await instance.resources.pool.query(
      `select b.person_id as id from account_borrower b where b.organization_id = $1 and b.role = 'primary'`,
      [own.organizationId],
    );
    const id = rows[0].id;
    expect((await correct(id, { displayName: 'Somebody Else', phone: null })).refusal).toBeUndefined();
    const again = await board(instance.resources, own.organizationId, file);
    expect(again.problems).toEqual([]);
    const person = (await (await own.api()).get(`/v1/persons/${id}`)).json;
    expect(person).toMatchObject({ display_name: 'Somebody Else', phone: null, email: 'ada@example.org' });
  });

  it('waits for an erasure in progress, and is refused after it', async () => {
    const { id } = await borrower();
    const client = await instance.resources.pool.connect();
    try {
      await client.query('begin');
      await client.query("select pg_advisory_xact_lock(hashtextextended('erasure ' || $1::text, 0))", [
        lender.organizationId,
      ]);
      const corrected = correct(id, { displayName: 'Ada Borrower' });
      await until(async () => (await client.query(WAITING)).rows.length > 0, 'the correction waits');
      await client.query('update person set erased_at = now() where id = $1', [id]);
      await client.query('commit');
      expect((await corrected).refusal.extensions.code).toBe('person_erased');
    } finally {
      client.release();
    }
  });
});

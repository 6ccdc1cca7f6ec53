import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordSharedAct } from '../../core/audit/record.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { Api, send } from '../support/api.js';
import { addAddress, CardCounter } from '../support/card-counter.js';
import { graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let api: Api;
let key: Awaited<ReturnType<Lender['key']>>;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  key = await lender.key();
  api = await Api.exchange(instance.baseUrl, key);
});
afterAll(() => instance.close());

const COLUMNS = 'actor, actor_kind, request_id, action, subject, organization_id, before, after';

async function entriesOf(requestId: string | null) {
  return (
    await instance.resources.pool.query(`select ${COLUMNS} from audit_log where request_id = $1 order by id`, [
      requestId,
    ])
  ).rows;
}

async function entriesAbout(subject: string) {
  return (
    await instance.resources.pool.query(`select ${COLUMNS} from audit_log where subject = $1 order by id`, [subject])
  ).rows;
}

/** Calls the unversioned API with the key itself. */
function call(method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) {
  return send(`${instance.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key.plaintext}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const requestOf = (answer: { readonly headers: Headers }) => answer.headers.get('x-request-id');
const digests = () => new KeyedDigests(instance.resources.config.DATA_ENCRYPTION_KEYS, 'contact data in the audit log');

describe('an integrator’s change with a key is logged: the actor, the request, before and after', () => {
  const something = expect.anything();
  const by = () => ({ actor: key.prefix, actor_kind: 'api_key', organization_id: lender.organizationId });

  it('a stored card: personal data is a digest, and the default moves to it', async () => {
    const counter = new CardCounter(instance.secureUrl, api.token, await lender.ledgerAccount());
    await addAddress(instance.resources, lender, lender.personId);
    const first = await counter.capture({ set_default: true });
    const second = await counter.capture({ set_default: true });
    const entries = await entriesOf(requestOf(second));
    expect(entries).toMatchObject([
      {
        action: 'payment_method.update',
        subject: first.json.id,
        before: { is_default: true },
        after: { is_default: false },
      },
      {
        action: 'payment_method.create',
        subject: second.json.id,
        before: null,
        after: { last_four: '4242', is_default: true },
      },
    ]);
    for (const { actor_kind, organization_id } of entries) {
      expect({ actor_kind, organization_id }).toEqual({
        actor_kind: 'api_key',
        organization_id: lender.organizationId,
      });
    }
    const { rows } = await instance.resources.pool.query('select holder_name from payment_method where id = $1', [
      second.json.id,
    ]);
    const digest = entries[1].after.holder_name;
    expect(JSON.stringify(entries)).not.toContain(rows[0].holder_name);
    expect(digests().compare(digest, rows[0].holder_name)).toBe('same');
    expect(digests().compare(digest, 'Another Person')).toBe('different');
  });

  it('a renamed method and a deactivated method: one entry each', async () => {
    const id = await lender.paymentMethod();
    const renamed = await call('PATCH', `/payment-methods/${id}`, { nickname: 'blue', holder_name: 'Grace Borrower' });
    const [entry] = await entriesOf(requestOf(renamed));
    expect(entry).toMatchObject({
      ...by(),
      action: 'payment_method.update',
      before: { nickname: null },
    });
    expect(digests().compare(entry.after.nickname, 'blue')).toBe('same');
    expect(digests().compare(entry.before.holder_name, 'Ada Borrower')).toBe('same');
    expect(digests().compare(entry.after.holder_name, 'Grace Borrower')).toBe('same');
    await call('DELETE', `/payment-methods/${id}`);
    await call('DELETE', `/payment-methods/${id}`);
    expect((await entriesAbout(id)).map(({ action }) => action)).toEqual([
      'payment_method.update',
      'payment_method.deactivate',
    ]);
  });

  it('a schedule that is created, changed and cancelled; no entry for a replay or a refusal', async () => {
    const account = await lender.ledgerAccount();
    const body = {
      account_id: account,
      payment_method_id: await lender.paymentMethod(),
      amount_cents: 5_000,
      frequency_unit: 'month',
      frequency_interval: 1,
      start_date: '2035-01-05',
    };
    const idempotency = { 'idempotency-key': randomUUID() };
    const made = await call('POST', '/autopay', body, idempotency);
    expect(made.status).toBe(201);
    await call('POST', '/autopay', body, idempotency);
    await call('PATCH', `/autopay/${made.json.id}`, { amount_cents: 6_000 });
    await call('PATCH', `/autopay/${made.json.id}`, { amount_cents: -1 });
    await call('DELETE', `/autopay/${made.json.id}`);
    expect(await entriesAbout(made.json.id)).toMatchObject([
      {
        ...by(),
        request_id: requestOf(made),
        action: 'autopay_schedule.create',
        before: null,
        after: { amount_cents: 5_000 },
      },
      { ...by(), action: 'autopay_schedule.update', before: { amount_cents: 5_000 }, after: { amount_cents: 6_000 } },
      { ...by(), action: 'autopay_schedule.cancel', before: { status: 'active' }, after: { status: 'cancelled' } },
    ]);
  });

  it('a schedule that ends with its loan: the actor is the product', async () => {
    const account = await lender.ledgerAccount(50_000);
    const body = {
      account_id: account,
      payment_method_id: await lender.paymentMethod(),
      amount_cents: 5_000,
      frequency_unit: 'month',
      frequency_interval: 1,
      start_date: '2035-01-05',
    };
    const { id } = (await call('POST', '/autopay', body)).json;
    expect((await api.record(account, { amount_cents: 50_000 })).status).toBe(201);
    const ended = (await entriesAbout(id)).at(-1);
    expect(ended).toMatchObject({
      ...{ actor_kind: 'system', organization_id: lender.organizationId, action: 'autopay_schedule.expire' },
      ...{ before: { status: 'active' }, after: { status: 'expired' } },
    });
  });

  it('templates, merge fields, assets, campaigns', async () => {
    const workspace_id = await lender.workspace();
    const template = await call('POST', '/email-templates/', { workspace_id, name: 'n', subject_template: 's' });
    const field = await call('POST', '/workspace-merge-fields/', {
      workspace_id,
      placeholder: 'town',
      name: 'Town',
      value: 'v',
    });
    for (const [answer, action] of [
      [template, 'email_template.create'],
      [field, 'merge_field.create'],
    ] as const) {
      expect(answer.status).toBe(201);
      expect(await entriesOf(requestOf(answer))).toMatchObject([{ ...by(), action, before: null, after: something }]);
    }
  });

  it('no entry for a payment, which is its own record', async () => {
    const answer = await api.record(await lender.ledgerAccount());
    expect([answer.status, await entriesOf(requestOf(answer))]).toEqual([201, []]);
  });

  it('no entry for a change that was rolled back', async () => {
    const workspace_id = await lender.workspace();
    const make = () => call('POST', '/email-templates/', { workspace_id, name: randomUUID(), subject_template: 's' });
    const written = async () =>
      (
        await instance.resources.pool.query(
          `select (select count(*) from audit_log)::int as entries, (select count(*) from email_template)::int as templates`,
        )
      ).rows[0];
    const { entries, templates } = await written();
    await failingCommits(async () => {
      expect((await make()).status).toBe(500);
      expect(await written()).toEqual({ entries, templates });
    });
    expect((await make()).status).toBe(201);
    expect(await written()).toEqual({ entries: entries + 1, templates: templates + 1 });
  });
});

/** During this, a transaction that has created a template and logged it fails when it commits. */
async function failingCommits(during: () => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: instance.databaseUrl });
  await owner.connect();
  try {
    await owner.query(`
      create function fail_commit() returns trigger language plpgsql security definer as $$ begin
        if exists (select from audit_log where subject = new.id and action = 'email_template.create') then
          raise exception 'this commit fails';
        end if;
        return null;
      end $$;
      create constraint trigger fail_commit after insert on email_template
        deferrable initially deferred for each row execute function fail_commit()`);
    await during();
  } finally {
    await owner.query('drop trigger if exists fail_commit on email_template; drop function if exists fail_commit()');
    await owner.end();
  }
}

describe('each of two lenders sees entries about itself only', () => {
  const ids = (rows: readonly { readonly organization_id: string | null }[]) =>
    rows.map(({ organization_id }) => organization_id).sort();

  it('a read of both lenders, of one, or of none is logged for the lenders that it is about', async () => {
    const other = await instance.lender();
    await Promise.all([lender.ledgerAccount(), other.ledgerAccount()]);
    const both = [lender.organizationId, other.organizationId].sort();
    const token = await operatorToken(instance.resources, {
      ...{ subject: 'both', role: 'operator', organizationIds: both },
    });
    const everywhere = await operatorToken(instance.resources, { subject: 'everywhere', role: 'operator' });
    const file = (more: string, bearer: string) =>
      send(`${new URL(instance.graphqlUrl).origin}/exports/crr?${more}`, {
        headers: { authorization: `Bearer ${bearer}` },
      });
    const one = await file(`organization_id=${lender.organizationId}`, token);
    expect(ids(await entriesOf(requestOf(one)))).toEqual([lender.organizationId]);
    expect(ids(await entriesOf(requestOf(await file('', token))))).toEqual(both);
    expect(ids(await entriesOf(requestOf(await file('', everywhere))))).toEqual([null]);
    const own = await file(`organization_id=${lender.organizationId}`, everywhere);
    expect(ids(await entriesOf(requestOf(own)))).toEqual([lender.organizationId]);

    const read = async (bearer: string, filter: string) => {
      const answer = await graphClient(instance.graphqlUrl, bearer)(`{ persons(${filter}) { items { email } } }`);
      expect(answer.json.errors).toBeUndefined();
      return ids(await entriesOf(requestOf(answer)));
    };
    expect(await read(token, 'limit: 200')).toEqual(both);
    expect(await read(everywhere, `organizationId: "${other.organizationId}"`)).toEqual([other.organizationId]);
    expect(await read(token, 'text: "a name without a match"')).toEqual([null]);
    const account = await other.ledgerAccount();
    const letter = `{ payoffLetter(accountId: "${account}", on: "${instance.resources.clock.now().toZonedDateTimeISO('America/New_York').toPlainDate()}") { addressLines } }`;
    const written = await graphClient(instance.graphqlUrl, everywhere)(letter);
    expect(written.json.errors).toBeUndefined();
    expect(ids(await entriesOf(requestOf(written)))).toEqual([other.organizationId]);
    const person = `{ person(id: "${lender.personId}") { addresses { line1 } } }`;
    const known = await graphClient(instance.graphqlUrl, everywhere)(person);
    expect(ids(await entriesOf(requestOf(known)))).toEqual([lender.organizationId]);
  });

  it('no entry has an id of another lender, for any action', async () => {
    const other = await instance.lender();
    const shared = await instance.resources.db.transaction(async (tx) => {
      const act = {
        action: 'test.shared',
        subject: 'x',
        organizationIds: [lender, other].map((of) => of.organizationId),
      };
      await recordSharedAct(tx, instance.resources.clock, systemPrincipal('test'), { ...act, after: act });
      return act.organizationIds;
    });
    const { rows: organizations } = await instance.resources.pool.query<{ id: string }>('select id from organization');
    const { rows } = await instance.resources.pool.query('select * from audit_log where organization_id is not null');
    expect(rows.filter(({ action }) => action === 'test.shared')).toHaveLength(shared.length);
    const withForeignIds = rows.flatMap((row) => {
      const text = JSON.stringify(row);
      const others = organizations.filter(({ id }) => id !== row.organization_id && text.includes(id));
      return others.length > 0 ? [row.action] : [];
    });
    expect(withForeignIds).toEqual([]);
  });

  it('an action about very many organizations has an entry in each', async () => {
    const organizationIds = Array.from({ length: 6_000 }, () => newId());
    const act = { action: 'test.many', subject: 'x', organizationIds };
    await recordSharedAct(instance.resources.db, instance.resources.clock, systemPrincipal('test'), act);
    const { rows } = await instance.resources.pool.query(
      "select count(distinct organization_id)::int as n from audit_log where action = 'test.many'",
    );
    expect(rows).toEqual([{ n: 6_000 }]);
  });
});

describe('exports, and operators’ reads of contact data, leave one entry per request', () => {
  it('an export by any caller; a page of the same list leaves none', async () => {
    const csv = await call('GET', '/reports/crr?from=2026-01-01', undefined, { accept: 'text/csv' });
    expect(csv.status).toBe(200);
    expect(await entriesOf(requestOf(csv))).toMatchObject([
      {
        ...{ actor: key.prefix, action: 'report.export', subject: 'crr', organization_id: lender.organizationId },
        after: { from: '2026-01-01', to: null, organization_ids: [lender.organizationId] },
      },
    ]);
    expect(await entriesOf(requestOf(await call('GET', '/reports/crr')))).toEqual([]);
  });

  it('an operator’s read of contact data, one entry for the whole request', async () => {
    const token = await operatorToken(instance.resources, {
      ...{ subject: 'ola', role: 'agent', organizationIds: [lender.organizationId] },
    });
    const ask = graphClient(instance.graphqlUrl, token);
    const read = await ask(
      `query Screen { a: persons { items { ...Reached addresses { city } } } b: persons { items { displayName phone } } }
       fragment Reached on Person { email }`,
    );
    expect(read.json.errors).toBeUndefined();
    expect(await entriesOf(requestOf(read))).toMatchObject([
      {
        ...{
          actor: 'ola',
          actor_kind: 'operator',
          action: 'contact_data.read',
          organization_id: lender.organizationId,
        },
        after: {
          operation: 'Screen',
          fields: ['Person.addresses', 'Person.email', 'Person.phone', 'PersonAddress.city'],
          organization_ids: [lender.organizationId],
        },
      },
    ]);
    const names = await ask('{ persons { items { id displayName } } }');
    expect(await entriesOf(requestOf(names))).toEqual([]);
    const refused = await ask('{ persons(limit: -4) { items { email } } }');
    expect(refused.json.errors).toBeDefined();
  });

  it('a read that cannot be logged is refused', async () => {
    const token = await operatorToken(instance.resources, { subject: 'ola', role: 'admin' });
    const ask = graphClient(instance.graphqlUrl, token);
    const owner = new pg.Client({ connectionString: instance.databaseUrl });
    await owner.connect();
    try {
      await owner.query('begin; lock table audit_log in access exclusive mode');
      const answer = await ask('{ persons { items { email } } }');
      expect(answer.json.data ?? null).toBeNull();
      expect(answer.json.errors).toHaveLength(1);
    } finally {
      await owner.query('rollback');
      await owner.end();
    }
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { type ApiAnswer, send } from '../support/api.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const EMAIL = 'Grace.Hopper@Example.com';
const PHONE = '+1 (212) 555-0199';

let instance: TestInstance;
let lender: Lender;
let grace: string;
let workspaceId: string;
let accountId: string;
let ask: Ask;
let token: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  accountId = await lender.ledgerAccount();
  grace = await lender.person('Grace Hopper');
  await lender.coBorrower(accountId, grace);
  await sql('update person set email = $2, phone = $3 where id = $1', [grace, EMAIL, PHONE]);
  workspaceId = await lender.workspace();
  for (const address of ['gone@example.com', 'left@example.com', 'lost@example.com']) {
    await sql(
      `insert into suppression (organization_id, workspace_id, address, reason) values ($1, $2, $3, 'unsubscribe')`,
      [lender.organizationId, workspaceId, address],
    );
  }
  token = await tokenOf('ola');
  ask = graphClient(instance.graphqlUrl, token);
});
afterAll(() => instance.close());

const sql = (text: string, values: readonly unknown[]) => instance.resources.pool.query(text, [...values]);
const tokenOf = (subject: string, at = instance) =>
  operatorToken(at.resources, { subject, role: 'admin', organizationIds: [lender.organizationId] });

async function readsOf({ headers }: Pick<ApiAnswer, 'headers'>) {
  const found = await sql(
    `select action, organization_id, after, after::text as said from audit_log where request_id = $1 order by id`,
    [headers.get('x-request-id')],
  );
  return found.rows;
}

const PERSONS = 'query ($text: String) { persons(text: $text) { items { id } } }';
const found = async (text: string, by = ask) => {
  const { json } = await by(PERSONS, { text });
  expect(json.errors).toBeUndefined();
  return json.data.persons.items.map(({ id }: { id: string }) => id);
};

describe('contact data is found by its complete value only', () => {
  it('an email address in any case', async () => {
    for (const text of [EMAIL, EMAIL.toLowerCase(), ` ${EMAIL.toUpperCase()} `]) {
      expect([text, await found(text)]).toEqual([text, [grace]]);
    }
  });

  it('a telephone number by its digits, with or without its country code', async () => {
    for (const text of [PHONE, '12125550199', '2125550199', '212.555.0199']) {
      expect([text, await found(text)]).toEqual([text, [grace]]);
    }
  });

  it('not by a part of either, for operators and keys: not even by all but the last character', async () => {
    const key = graphClient(instance.graphqlUrl, (await lender.api()).token);
    const parts = [
      'grace.',
      '@',
      'example.com',
      EMAIL.slice(0, -1),
      EMAIL.slice(1),
      `%${EMAIL}`,
      `${EMAIL.slice(0, -1)}_`,
    ];
    const digits = ['212', '555', '0199', '125550199', '21255501990'];
    for (const by of [ask, key]) {
      for (const text of [...parts, ...digits]) expect([text, await found(text, by)]).toEqual([text, []]);
    }
  });

  it('names by parts', async () => {
    expect(await found('e hop')).toEqual([grace]);
    expect(await found('borrower')).toEqual([lender.personId]);
  });

  it('a search can be paged', async () => {
    const other = await lender.person('Grace Again');
    await lender.coBorrower(accountId, other);
    await sql('update person set email = $2 where id = $1', [other, EMAIL.toLowerCase()]);
    const page = `query ($text: String, $cursor: String) {
      persons(text: $text, limit: 1, cursor: $cursor) { items { id } page { nextCursor } } }`;
    const first = (await ask(page, { text: EMAIL })).json.data.persons;
    const second = (await ask(page, { text: EMAIL, cursor: first.page.nextCursor })).json.data.persons;
    expect([first.items, second.items, second.page.nextCursor]).toEqual([[{ id: other }], [{ id: grace }], null]);
    await sql('update person set email = null where id = $1', [other]);
  });
});

describe('a request with contact data in an argument leaves one entry', () => {
  const digests = () =>
    new KeyedDigests(instance.resources.config.DATA_ENCRYPTION_KEYS, 'contact data in the audit log');

  it('a search: the organizations of the matches, and a digest of the search text', async () => {
    const [entry, ...others] = await readsOf(await ask(PERSONS, { text: EMAIL }));
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'contact_data.read',
      organization_id: lender.organizationId,
      after: { fields: ['Query.persons(text:)'], sought: [expect.any(String)] },
    });
    expect(digests().compare(entry.after.sought[0], EMAIL.toLowerCase())).toBe('same');
    expect(entry.said.toLowerCase()).not.toContain('hopper');
  });

  it('the entry of a search without a match belongs to no organization', async () => {
    const [entry, ...others] = await readsOf(await ask(PERSONS, { text: '646 555 0000' }));
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ organization_id: null, after: { fields: ['Query.persons(text:)'] } });
    expect(digests().compare(entry.after.sought[0], '6465550000')).toBe('same');
    expect(entry.said).not.toMatch(/646\D*555\D*0000/);
  });

  it.each([
    ['a literal', `{ persons(text: "${EMAIL}") { page { limit } } }`],
    ['the default of a variable', `query ($text: String = "${EMAIL}") { persons(text: $text) { page { limit } } }`],
    ['a fragment', `{ ...Found } fragment Found on Query { persons(text: "${EMAIL}") { page { limit } } }`],
  ])('written as %s', async (_, query) => {
    const answer = await ask(query);
    expect(answer.json.errors).toBeUndefined();
    expect(await readsOf(answer)).toMatchObject([{ after: { fields: ['Query.persons(text:)'] } }]);
  });

  it('isSuppressed, also of an address that is not', async () => {
    for (const [address, isSuppressed] of [
      ['GONE@example.com', true],
      ['nobody@example.com', false],
    ] as const) {
      const answer = await ask(
        `{ isSuppressed(workspaceId: "${workspaceId}", address: "${address}") { isSuppressed } }`,
      );
      expect(answer.json.data.isSuppressed).toEqual({ isSuppressed });
      const [entry, ...others] = await readsOf(answer);
      expect(others).toEqual([]);
      expect(entry).toMatchObject({
        organization_id: lender.organizationId,
        after: { fields: ['Query.isSuppressed(address:)'] },
      });
      expect(digests().compare(entry.after.sought[0], address.toLowerCase())).toBe('same');
      expect(entry.said).not.toContain('example.com');
    }
  });

  it('removeSuppression of an address that was not suppressed, because the result reveals that', async () => {
    const answer = await ask(
      `mutation { removeSuppression(workspaceId: "${workspaceId}", address: "Guess@example.com") { isSuppressed } }`,
    );
    expect(answer.json.data.removeSuppression).toEqual({ isSuppressed: false });
    const [entry, ...others] = await readsOf(answer);
    expect(others).toEqual([]);
    expect(entry.after.fields).toEqual(['Mutation.removeSuppression(address:)']);
    expect(digests().compare(entry.after.sought[0], 'guess@example.com')).toBe('same');
    expect(entry.said).not.toContain('example.com');
  });

  it('one entry for many fields and arguments of one request', async () => {
    const answer = await ask(
      `{ a: persons(text: "${EMAIL}") { items { email phone addresses { city } } }
         b: isSuppressed(workspaceId: "${workspaceId}", address: "gone@example.com") { reason }
         c: suppressions(workspaceId: "${workspaceId}") { items { address } } }`,
    );
    expect(answer.json.errors).toBeUndefined();
    const [entry, ...others] = await readsOf(answer);
    expect([entry.after.fields.length, entry.after.sought.length, others]).toEqual([7, 2, []]);
  });

  it('no entry for a name, a null, or a request with a key', async () => {
    const key = graphClient(instance.graphqlUrl, (await lender.api()).token);
    expect(await readsOf(await ask(PERSONS, { text: 'grace' }))).toEqual([]);
    expect(await readsOf(await ask(PERSONS, { text: null }))).toEqual([]);
    expect(await readsOf(await key(PERSONS, { text: EMAIL }))).toEqual([]);
  });

  it('a dry run of an erasure leaves its own entry, without the address', async () => {
    const everywhere = graphClient(
      instance.graphqlUrl,
      await operatorToken(instance.resources, { subject: 'everywhere', role: 'admin' }),
    );
    const answer = await everywhere(
      `mutation { eraseRecipient(organizationId: "${lender.organizationId}", address: "${EMAIL}", dryRun: true) { id } }`,
    );
    expect(answer.json.errors).toBeUndefined();
    const entries = await readsOf(answer);
    expect(entries.map(({ action }) => action)).not.toContain('contact_data.read');
    expect(entries).toHaveLength(1);
    expect(entries[0].said.toLowerCase()).not.toContain('hopper');
  });
});

describe('masked contact data', () => {
  const MASKED = 'query ($id: ID!) { person(id: $id) { maskedEmail maskedPhone maskedAddress } }';
  const WHOLE = 'query ($id: ID!) { person(id: $id) { displayName email phone addresses { line1 } } }';
  const viewer = async () => {
    const rights = { role: 'viewer', organizationIds: [lender.organizationId] } as const;
    return graphClient(instance.graphqlUrl, await operatorToken(instance.resources, { subject: 'vic', ...rights }));
  };

  it('is read without an entry, by a viewer too, and does not contain the values', async () => {
    for (const by of [ask, await viewer()]) {
      const answer = await by(MASKED, { id: grace });
      expect(answer.json).toEqual({
        data: { person: { maskedEmail: 'G•••@Example.com', maskedPhone: '•••99', maskedAddress: null } },
      });
      expect(await readsOf(answer)).toEqual([]);
    }
  });

  it('a viewer gets no whole value; the attempt is recorded', async () => {
    const answer = await (await viewer())(WHOLE, { id: grace });
    // The addresses are never null, so without them there is no person.
    expect(answer.json.data).toEqual({ person: null });
    const codes = answer.json.errors.map((error: { extensions: { code: string } }) => error.extensions.code);
    expect(new Set(codes)).toEqual(new Set(['insufficient_scope']));
    expect((await readsOf(answer)).map(({ action }) => action)).toEqual(['contact_data.read']);
  });

  it('a viewer gets no address of email: neither suppressed ones nor recipients; an agent and a key do', async () => {
    const campaignId = newId();
    await sql(
      `with c as (insert into campaign (id, organization_id, workspace_id, name, provider)
         values ($1, $2, $3, 'Welcome', 'generic'))
       insert into campaign_event (id, organization_id, workspace_id, campaign_id, event_type, recipient, occurred_at, provider)
         values ($1, $2, $3, $1, 'open', 'ada@example.com', now(), 'generic')`,
      [campaignId, lender.organizationId, workspaceId],
    );
    const lists = [
      ['suppressions', 'address'],
      ['campaignEvents', 'recipient'],
    ] as const;
    const rights = { role: 'agent', organizationIds: [lender.organizationId] } as const;
    const agent = graphClient(
      instance.graphqlUrl,
      await operatorToken(instance.resources, { subject: 'al', ...rights }),
    );
    const key = graphClient(instance.graphqlUrl, (await lender.api()).token);
    for (const [list, field] of lists) {
      const question = `{ ${list}(workspaceId: "${workspaceId}") { items { ${field} } } }`;
      const refused = await (await viewer())(question);
      expect([list, refused.json.data[list], refused.json.errors?.[0].extensions.code]).toEqual([
        ...[list, null, 'insufficient_scope'],
      ]);
      for (const by of [agent, key]) {
        const { json } = await by(question);
        expect([list, json.errors, json.data[list].items.length > 0]).toEqual([list, undefined, true]);
      }
    }
  });

  it('an entry for one person names that person; one for several does not', async () => {
    const subjectsOf = async (answer: ApiAnswer) => {
      expect(answer.json.errors).toBeUndefined();
      const { rows } = await sql(
        "select subject from audit_log where request_id = $1 and action = 'contact_data.read'",
        [answer.headers.get('x-request-id')],
      );
      return rows.map(({ subject }) => subject);
    };
    expect(await subjectsOf(await ask(WHOLE, { id: grace }))).toEqual([grace]);
    expect(await subjectsOf(await ask('{ persons { items { email } } }'))).toEqual(['graphql']);
  });
});

describe('a request that selects a contact data field leaves one entry', () => {
  it('the name on a stored card', async () => {
    const id = await lender.paymentMethod();
    const answer = await ask(`{ paymentMethod(id: "${id}") { holderName } }`);
    expect(answer.json.data.paymentMethod.holderName).toBe('Ada Borrower');
    expect(await readsOf(answer)).toMatchObject([
      { organization_id: lender.organizationId, after: { fields: ['PaymentMethod.holderName'] } },
    ]);
    const renamed = await ask(
      `mutation { updatePaymentMethod(id: "${id}", input: { nickname: "blue" }) { holderName } }`,
    );
    expect(renamed.json.errors).toBeUndefined();
    expect((await readsOf(renamed)).filter(({ action }) => action === 'contact_data.read')).toMatchObject([
      { organization_id: lender.organizationId },
    ]);
    expect(await readsOf(await ask(`{ paymentMethod(id: "${id}") { lastFour } }`))).toEqual([]);
  });

  it('a cursor of the suppression list holds no address, and returns the next page', async () => {
    const list = `query ($cursor: String) {
      suppressions(workspaceId: "${workspaceId}", limit: 1, cursor: $cursor) { items { reason } page { nextCursor } } }`;
    const cursors: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const answer: ApiAnswer = await ask(list, { cursor });
      const { items, page } = answer.json.data.suppressions;
      expect(items).toHaveLength(1);
      cursor = page.nextCursor;
      if (cursor === null) break;
      cursors.push(cursor);
    }
    expect(cursors).toHaveLength(2);
    for (const cursor of cursors) expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('example');
  });
});

describe('reads of contact data have a separate rate limit', () => {
  let strict: TestInstance;
  let strictLender: Lender;
  beforeAll(async () => {
    strict = await openTestInstance({
      worker: false,
      environment: { RATE_LIMIT_CONTACT_READS_PER_MINUTE: '1', RATE_LIMIT_CONTACT_READS_BURST: '2' },
    });
    strictLender = await strict.lender();
  });
  afterAll(() => strict.close());

  /** An operator without any reads so far. */
  async function newOperator() {
    const bearer = await operatorToken(strict.resources, { subject: randomUUID(), role: 'admin' });
    return { bearer, by: graphClient(strict.graphqlUrl, bearer) };
  }
  const codes = ({ json }: ApiAnswer) =>
    (json.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);

  it('429 rate_limited: one unit per request, however much it reads; other requests continue, and keys are not counted', async () => {
    const { by } = await newOperator();
    const many = '{ a: persons { items { email phone } } b: persons(text: "x@example.com") { items { phone } } }';
    for (let nth = 0; nth < 3; nth += 1) expect((await by(many)).status).toBe(200);
    const denied = await by('{ persons(text: "y@example.com") { items { id } } }');
    expect([denied.status, codes(denied)]).toEqual([429, ['rate_limited']]);
    expect(denied.json.errors[0].extensions.fields).toMatchObject({
      ...{ bucket: 'contact_reads', limit_per_minute: 1, burst_capacity: 2 },
    });
    expect(Number(denied.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await by('{ persons(text: "ada") { items { displayName } } }')).json.errors).toBeUndefined();

    const key = graphClient(strict.graphqlUrl, (await strictLender.api()).token);
    for (let nth = 0; nth < 5; nth += 1) expect((await key(many)).json.errors).toBeUndefined();
  });

  it('a refused request reads nothing and leaves no entry', async () => {
    const { by } = await newOperator();
    for (let nth = 0; nth < 3; nth += 1) await by('{ persons { items { email } } }');
    const denied = await by('{ persons { items { email } } }');
    expect([denied.status, denied.json.data]).toEqual([429, undefined]);
    const { rows } = await strict.resources.pool.query('select 1 from audit_log where request_id = $1', [
      denied.headers.get('x-request-id'),
    ]);
    expect(rows).toEqual([]);
  });

  it('an erasure’s dry run and a payoff letter count', async () => {
    const account = await strictLender.ledgerAccount();
    const { bearer, by } = await newOperator();
    const dryRun = `mutation { eraseRecipient(organizationId: "${strictLender.organizationId}", address: "a@example.com", dryRun: true) { id } }`;
    const letter = () =>
      send(`${new URL(strict.graphqlUrl).origin}/exports/payoff-letters/${account}`, {
        headers: { authorization: `Bearer ${bearer}` },
      });
    expect([(await by(dryRun)).status, (await letter()).status, (await by(dryRun)).status]).toEqual([200, 200, 200]);
    expect([(await letter()).status, (await by(dryRun)).status]).toEqual([429, 429]);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api.js';
import { type Ask, graphClient, RECORD } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { populateAutopay } from '../support/populated-autopay.js';
import { recordStatements } from '../support/record-statements.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* The payment searches of a dashboard user, and the links from their results. */

let instance: TestInstance;
let alder: Lender;
let birch: Lender;
let viewer: Ask;
let clerk: Ask;
let prefix: string;
/** Alder's payments, the first one first. */
let posted: string;
let unconfirmed: string;
let byCard: string;
/** Birch's only payment. */
let elsewhere: string;
let account: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  [alder, birch] = [await instance.lender(), await instance.lender('Birch Credit')];
  const token = await operatorToken(instance.resources, { subject: 'ola', role: 'viewer' });
  viewer = graphClient(instance.graphqlUrl, token);
  const key = await alder.key();
  prefix = key.prefix;
  clerk = graphClient(instance.graphqlUrl, key.plaintext);
  account = await alder.ledgerAccount();
  posted = await record(clerk, account, { externalReference: 'till 7' });
  unconfirmed = await record(clerk, await alder.sandboxAccount('SBX-UNCONFIRMED-POSTS'));
  byCard = await record(clerk, account, { paymentMethod: 'card', cardBrand: 'visa' });
  const theirs = graphClient(instance.graphqlUrl, (await birch.key()).plaintext);
  elsewhere = await record(theirs, await birch.ledgerAccount(), { externalReference: 'till 7' });
});
afterAll(() => instance.close());

async function record(by: Ask, accountId: string, fields: object = {}): Promise<string> {
  const input = { amountCents: 10_000, paymentMethod: 'cash', ...fields };
  const { json } = await by(RECORD, { accountId, key: randomUUID(), input });
  return json.data.recordPayment.payment.id;
}

const found = async (by: Ask, filters: string): Promise<readonly string[]> => {
  const { json } = await by(`{ payments${filters === '' ? '' : `(${filters})`} { items { id } } }`);
  return json.data.payments.items.map(({ id }: { id: string }) => id);
};
const codes = (answer: ApiAnswer): readonly string[] =>
  answer.json.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);

describe('payments', () => {
  it('of all organizations in scope, newest first, or of one organization', async () => {
    expect(await found(viewer, '')).toEqual([elsewhere, byCard, unconfirmed, posted]);
    expect(await found(clerk, '')).toEqual([byCard, unconfirmed, posted]);
    expect(await found(viewer, `organizationId: "${birch.organizationId}"`)).toEqual([elsewhere]);
    expect(codes(await clerk(`{ payments(organizationId: "${birch.organizationId}") { page { limit } } }`))).toEqual([
      'organization_out_of_scope',
    ]);
  });

  it('by status, reference, account and day, also combined', async () => {
    expect(await found(viewer, 'status: pending_confirmation')).toEqual([unconfirmed]);
    expect(await found(viewer, 'externalReference: "till 7"')).toEqual([elsewhere, posted]);
    expect(await found(clerk, 'externalReference: "till 7"')).toEqual([posted]);
    expect(await found(viewer, `accountId: "${account}"`)).toEqual([byCard, posted]);
    expect(await found(viewer, `accountId: "${account}", status: posted, externalReference: "till 7"`)).toEqual([
      posted,
    ]);
    expect(await found(viewer, `accountId: "${account}", status: failed`)).toEqual([]);
    expect(await found(viewer, 'from: "2020-01-01", to: "2020-12-31"')).toEqual([]);
    expect(await found(viewer, 'from: "2020-01-01", status: posted')).toEqual([elsewhere, byCard, posted]);
  });

  it('an account out of scope is not found, with or without filters', async () => {
    const theirs = await birch.ledgerAccount();
    for (const more of ['', ', status: posted'])
      expect(codes(await clerk(`{ payments(accountId: "${theirs}"${more}) { items { id } } }`))).toEqual([
        'account_not_found',
      ]);
  });

  it.each(['', 'status: posted, ', 'externalReference: "till 7", '])('{%s} page by page', async (filter) => {
    const whole = await found(viewer, filter.slice(0, -2));
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after = cursor === '' ? '' : `, cursor: "${cursor}"`;
      const { json } = await viewer(`{ payments(${filter}limit: 1${after}) { items { id } page { nextCursor } } }`);
      walked.push(...json.data.payments.items.map(({ id }: { id: string }) => id));
      cursor = json.data.payments.page.nextCursor;
    }
    expect(walked).toEqual(whole);
  });

  it('show when and by whom they were recorded, also for a pending one', async () => {
    const { json } = await viewer('{ payments { items { id createdAt recordedBy cardBrand organizationId } } }');
    const shown = json.data.payments.items.slice(1);
    const createdAt = expect.stringMatching(/Z$/);
    const own = { createdAt, recordedBy: prefix, organizationId: alder.organizationId };
    expect(shown).toEqual([
      { id: byCard, ...own, cardBrand: 'visa' },
      { id: unconfirmed, ...own, cardBrand: null },
      { id: posted, ...own, cardBrand: null },
    ]);
  });

  it('a key with write scope only gets these fields for what it records', async () => {
    const writer = graphClient(instance.graphqlUrl, (await alder.key(['external_payments:write'])).plaintext);
    const { json } = await writer(`mutation { recordPayment(accountId: "${account}", idempotencyKey: "k",
      input: { amountCents: 1, paymentMethod: cash }) { payment { createdAt recordedBy } } }`);
    expect(json.data.recordPayment.payment).toEqual({
      createdAt: expect.any(String),
      recordedBy: expect.any(String),
    });
  });
});

describe('links to an account', () => {
  it('rows of every report, runs, events, exceptions; persons to their organization', async () => {
    const autopay = await populateAutopay(instance.resources.pool, alder, account);
    await instance.resources.pool.query(
      `insert into operator_exception (id, organization_id, kind, subject_id, detail) values
         ('0000000000000000000000000A', $1, 'posted_after_failed', $2, '{}'),
         ('0000000000000000000000000B', $1, 'posted_after_failed', $3, '{}'),
         ('0000000000000000000000000C', $1, 'posted_after_failed', 'nothing that is known', '{}')`,
      [alder.organizationId, posted, autopay.chargingId],
    );
    const { json } = await viewer(`{
      cashReceipts(organizationId: "${alder.organizationId}", limit: 1) { items { account { id statusCode } } }
      agedBalance(organizationId: "${alder.organizationId}", limit: 1) { items { account { primaryBorrower { displayName } } } }
      autopayRuns(accountId: "${account}", limit: 1) { items { createdAt account { id } schedule { createdAt createdBy } } }
      operatorExceptions(organizationId: "${alder.organizationId}") { items { account { id statusCode } } }
      lifecycleEvents(accountId: "${account}") { items { account { id } } }
      person(id: "${alder.personId}") { createdAt organization { displayName } }
      accounts(limit: 1) { items { createdAt } }
      paymentMethod(id: "${autopay.paymentMethodId}") { createdAt isDefault }
    }`);
    expect(json.errors).toBeUndefined();
    const createdAt = expect.stringMatching(/Z$/);
    expect(json.data).toMatchObject({
      cashReceipts: { items: [{ account: { id: account, statusCode: 'active' } }] },
      agedBalance: { items: [{ account: { primaryBorrower: { displayName: 'Ada Borrower' } } }] },
      autopayRuns: { items: [{ createdAt, account: { id: account }, schedule: { createdAt, createdBy: 'test' } }] },
      operatorExceptions: {
        items: [{ account: null }, { account: { id: account } }, { account: { id: account, statusCode: 'active' } }],
      },
      person: { createdAt, organization: { displayName: 'Alder Lending' } },
      accounts: { items: [{ createdAt }] },
      paymentMethod: { createdAt, isDefault: false },
    });
  });

  it('in one statement for any number of rows', async () => {
    const QUERY = `query ($limit: Int) {
      payments(limit: $limit) { items { createdAt recordedBy cardBrand account { id createdAt } } }
      cashReceipts(limit: $limit) { items { account { statusCode } } }
      persons(limit: $limit) { items { organization { id } paymentMethods { isDefault createdAt } } }
      autopaySchedules(limit: $limit) { items { createdAt createdBy } }
      operatorExceptions(limit: $limit) { items { account { id } } }
    }`;
    const statements = (limit: number) =>
      recordStatements(instance.resources.pool, async () =>
        expect((await viewer(QUERY, { limit })).json.errors).toBeUndefined(),
      );
    const [few, many] = [await statements(3), await statements(50)];
    expect(many.toSorted()).toEqual(few.toSorted());
  });
});

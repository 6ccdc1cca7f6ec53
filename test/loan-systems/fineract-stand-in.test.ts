import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { IsoDate } from '../../core/time/dates.js';
import type { BookLoan } from '../support/fineract/fineract-book.js';
import { DOCUMENTED_PERMISSIONS } from '../support/fineract/fineract-permissions.js';
import { FINERACT_USER, type FineractServer, openFineract } from '../support/fineract/fineract-server.js';

/** What a real Fineract (1.10.1, and 1.11 before its release) answered in November 2026: the stand-in must answer the same. */

let server: FineractServer;
let loan: BookLoan;

beforeAll(async () => {
  server = await openFineract();
});
afterAll(async () => {
  await server.close();
});
beforeEach(() => {
  server.book.businessDate = '2026-11-25' as IsoDate;
  server.pages = false;
  loan = server.book.loan({ principal: 100_000 });
  server.permissions.clear();
  for (const permission of DOCUMENTED_PERMISSIONS) server.permissions.add(permission);
});

const { username, password, tenant } = FINERACT_USER;

interface Request {
  readonly body?: object;
  readonly user?: string;
  readonly tenant?: string;
  readonly key?: string;
}

/** Untyped: the tests check the content. */
interface Answer {
  readonly status: number;
  readonly json: any;
}

async function ask(
  path: string,
  { body, user = `${username}:${password}`, ...request }: Request = {},
): Promise<Answer> {
  const answer = await fetch(server.baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(user).toString('base64')}`,
      'fineract-platform-tenantid': request.tenant ?? tenant,
      'content-type': 'application/json',
      ...(request.key !== undefined && { 'idempotency-key': request.key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: await answer.json() };
}

const DATED = { transactionDate: '2026-11-25', dateFormat: 'yyyy-MM-dd', locale: 'en' };
const transactions = () => `/loans/${loan.id}/transactions`;
const repay = (more: object = {}, request: Request = {}) =>
  ask(`${transactions()}?command=repayment`, { ...request, body: { ...DATED, transactionAmount: 10, ...more } });
const undo = (id: number, more: object = {}) =>
  ask(`${transactions()}/${id}?command=undo`, { body: { ...DATED, transactionAmount: 0, ...more } });

/** Its status, the code of the family, and the particular codes with their parameters. */
async function refusalOf(answer: ReturnType<typeof ask>) {
  const { status, json } = await answer;
  const codes = json.errors?.map((one: Record<string, string>) => [
    one['userMessageGlobalisationCode'],
    one['parameterName'],
  ]);
  return [status, json.userMessageGlobalisationCode, ...(codes ?? [])];
}

const FAMILY = {
  invalid: 'validation.msg.validation.errors.exist',
  rule: 'validation.msg.domain.rule.violation',
  absent: 'error.msg.resource.not.found',
  permission: 'error.msg.not.authorized',
};

it.each<[string, () => ReturnType<typeof ask>, readonly unknown[]]>([
  ['an unknown loan', () => ask('/loans/99999999'), [404, FAMILY.absent, ['error.msg.loan.id.invalid', 'id']]],
  [
    'an unknown client',
    () => ask('/clients/99999999'),
    [404, FAMILY.absent, ['error.msg.client.not.found.with.client.id', 'id']],
  ],
  ['an unknown group', () => ask('/groups/99999999'), [404, FAMILY.absent, ['error.msg.group.id.invalid', 'id']]],
  [
    'an unknown transaction',
    () => ask(`${transactions()}/99999999`),
    [404, FAMILY.absent, ['error.msg.loan.transaction.id.invalid', 'id']],
  ],
  [
    'an unknown external id',
    () => ask(`${transactions()}/external-id/NOSUCH`),
    [404, FAMILY.absent, ['error.msg.loan.transaction.external.id.invalid', 'id']],
  ],
  [
    'a repayment tomorrow',
    () => repay({ transactionDate: '2026-11-26' }),
    [403, FAMILY.rule, ['error.msg.loan.transaction.cannot.be.a.future.date', 'id']],
  ],
  [
    'an unknown field',
    () => repay({ nosuchField: 1 }),
    [400, FAMILY.invalid, ['error.msg.parameter.unsupported', 'nosuchField']],
  ],
  [
    'a second repayment with the same external id',
    async () => {
      await repay({ externalId: `twice-${loan.id}` });
      return repay({ externalId: `twice-${loan.id}` });
    },
    [400, FAMILY.invalid, ['validation.msg.loan.transaction.externalId.value.must.be.unique', 'externalId']],
  ],
  [
    'an idempotency key of 51 characters',
    () => repay({}, { key: 'k'.repeat(51) }),
    [403, 'error.msg.data.integrity.issue', ['error.msg.data.integrity.issue', 'id']],
  ],
  [
    'a second undo of one transaction',
    async () => {
      const { json } = await repay();
      await undo(json.resourceId, { reversalExternalId: `first-${loan.id}` });
      return undo(json.resourceId, { reversalExternalId: `second-${loan.id}` });
    },
    [
      403,
      FAMILY.rule,
      [
        'error.msg.loan.transaction.adjustment.is.only.allowed.to.repayment.or.waiver.or.creditbalancerefund.transactions',
        'id',
      ],
    ],
  ],
  [
    'an undo on a loan that was written off',
    async () => {
      const { json } = await repay();
      server.book.writeOff(loan);
      return undo(json.resourceId);
    },
    [503, 'error.msg.platform.service.unavailable', ['error.msg.loan.written.off.update.not.allowed', 'id']],
  ],
])('%s', async (_, request, refusal) => {
  expect(await refusalOf(request())).toEqual(refusal);
});

it('after a second undo the first reference stays', async () => {
  const { json } = await repay();
  await undo(json.resourceId, { reversalExternalId: `first-${loan.id}` });
  await undo(json.resourceId, { reversalExternalId: `second-${loan.id}` });
  const { json: payment } = await ask(`${transactions()}/${json.resourceId}`);
  expect(payment).toMatchObject({ manuallyReversed: true, reversalExternalId: `first-${loan.id}` });
});

it.each<[string, string, () => ReturnType<typeof ask>]>([
  ['READ_LOAN', 'User has no authority to READ loans', () => ask(`/loans/${loan.id}`)],
  ['READ_CLIENT', 'User has no authority to READ clients', () => ask('/clients/1')],
  ['READ_GROUP', 'User has no authority to READ groups', () => ask('/groups/1')],
  ['READ_ADDRESS', 'User has no authority to READ addresss', () => ask('/client/1/addresses')],
  ['REPAYMENT_LOAN', 'User has no authority to: REPAYMENT_LOAN', () => repay()],
  ['ADJUST_LOAN', 'User has no authority to: ADJUST_LOAN', () => undo(1)],
])('without %s: %s', async (permission, message, request) => {
  server.permissions.delete(permission);
  expect(await refusalOf(request())).toEqual([403, FAMILY.permission, [FAMILY.permission, 'id']]);
  const { json } = await request();
  expect(json.errors[0].developerMessage).toBe(message);
});

it('the business date’s own path needs a permission that the documented user does not have', async () => {
  const { status, json } = await ask('/businessdate/BUSINESS_DATE');
  expect([status, json.errors[0].developerMessage]).toEqual([403, 'User has no authority to READ business_dates']);
});

it('and returns its row also while the feature is off', async () => {
  server.permissions.add('READ_BUSINESS_DATE');
  server.book.isBusinessDateEnabled = false;
  const row = { description: 'Business Date', type: 'BUSINESS_DATE', date: [2026, 11, 25] };
  expect(await ask('/businessdate/BUSINESS_DATE')).toEqual({ status: 200, json: row });
  server.book.isBusinessDateEnabled = true;
});

it.each<[number, string, string, () => ReturnType<typeof ask>]>([
  [400, 'Bad Request', 'an unknown tenant', () => ask('/loans', { tenant: 'nope' })],
  [401, 'Unauthorized', 'a wrong password', () => ask('/loans', { user: `${username}:wrong` })],
  [404, 'Not Found', 'an unknown path', () => ask('/nosuch')],
  [405, 'Method Not Allowed', 'transactions by pages, which these versions do not have', () => ask(transactions())],
])('%i %s: %s', async (status, error, _, request) => {
  const answer = await request();
  expect(answer.status).toBe(status);
  expect(answer.json).toEqual({ timestamp: expect.any(String), status, error, path: expect.any(String) });
});

it('a payoff of any day has the business date, and the amounts of the day that was asked', async () => {
  Object.assign(loan, { perDiem: 33 });
  const path = `${transactions()}/template?command=prepayLoan`;
  const dated = `${path}&transactionDate=2026-12-25&dateFormat=yyyy-MM-dd&locale=en`;
  const date = [2026, 11, 25];
  expect(await ask(path)).toMatchObject({ status: 200, json: { date, amount: 1_000, interestPortion: 0 } });
  expect(await ask(dated)).toMatchObject({ status: 200, json: { date, amount: 1_009.9, interestPortion: 9.9 } });
});

it('a log-in lists the permissions', async () => {
  const { status, json } = await ask('/authentication', { body: { username, password } });
  expect(status).toBe(200);
  expect(json).toMatchObject({ username, authenticated: true, permissions: [...DOCUMENTED_PERMISSIONS] });
});

it('an address has empty texts for what is missing', async () => {
  const client = server.book.client();
  const home = { line1: '12 Old Rd', city: 'Springfield', state: 'Illinois', postalCode: '62701', isActive: true };
  client.addresses.push({ ...home, country: 'United States' });
  const { json } = await ask(`/client/${client.id}/addresses`);
  expect(json).toMatchObject([{ clientID: client.id, addressLine1: '12 Old Rd', street: '', addressLine2: '' }]);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApprovalsHarness, codeOf } from '../support/approvals-harness.js';
import { type Ask, graphClient, REVERSE } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { bookingOf, chargedOffLoan } from '../support/populated-ledger.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

/* Amount limits by role, and acts above them that a second person approves. The worker runs. */

let instance: TestInstance;
let lender: Lender;
let approvals: ApprovalsHarness;
let ann: Ask;
let bob: Ask;

beforeAll(async () => {
  instance = await openTestInstance();
  lender = await instance.lender();
  approvals = new ApprovalsHarness(instance, lender.organizationId);
  [ann, bob] = [await approvals.as('ann'), await approvals.as('bob', 'admin')];
  for (const act of ['adjustment', 'waiver', 'charge_off', 'booking', 'reversal', 'one_time_charge'])
    await approvals.limit('supervisor', act, 10_000);
});
afterAll(() => instance.close());

const settled = (id: string) =>
  until(async () => {
    const request = await approvals.read(bob, id);
    return ['done', 'failed'].includes(request.status) && request;
  }, `request ${id} is over`);

describe('an act above the limit', () => {
  it('is not carried out: it becomes a request, which another operator approves; both are in the audit log', async () => {
    const accountId = await lender.ledgerAccount();
    const id = await approvals.ask(ann, accountId, 10_001);
    expect(await approvals.read(ann, id)).toMatchObject({
      ...{ status: 'open', act: 'adjustment', amountCents: 10_001, accountId, reason: 'agreed with the branch' },
      ...{ isOwn: true, mayDecide: false, askedBy: 'ann', details: [{ name: 'fees', value: '10001' }] },
    });
    expect(await approvals.read(bob, id)).toMatchObject({ isOwn: false, mayDecide: true });
    expect(await approvals.adjustments(accountId)).toBe(0);

    const { json } = await approvals.approve(bob, id);
    expect(json.data.approveRequest).toMatchObject({ decidedBy: 'bob' });
    expect(await settled(id)).toMatchObject({ status: 'done', failureCode: null });
    expect(await approvals.adjustments(accountId)).toBe(1);
    const entries = await approvals.audited(id);
    expect(entries.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      'ann approval_request.create',
      'bob approval_request.approve',
      'bob approval_request.finish',
    ]);
    expect(entries[2].after).toMatchObject({ asked_by: 'ann', approved_by: 'bob', status: 'done' });
    const [act] = (await approvals.audited(accountId)).filter(({ action }) => action === 'ledger_loan.adjustment');
    expect(act).toMatchObject({ actor: 'bob' });
  });

  it('up to the limit it is carried out at once, and so it is without a limit', async () => {
    const accountId = await lender.ledgerAccount();
    expect(codeOf(await approvals.adjust(ann, accountId, 10_000))).toBeUndefined();
    expect(codeOf(await approvals.adjust(bob, accountId, 500_000))).toBeUndefined();
    expect(await approvals.adjustments(accountId)).toBe(2);
  });

  it('a repetition with the same key is the same request; another body is a conflict', async () => {
    const accountId = await lender.ledgerAccount();
    const key = randomUUID();
    const ids = await Promise.all([1, 2, 3].map(() => approvals.ask(ann, accountId, 20_000, key)));
    expect(new Set(ids).size).toBe(1);
    expect(codeOf(await approvals.adjust(ann, accountId, 20_001, key))).toBe('idempotency_conflict');
    const { rows } = await instance.resources.pool.query('select 1 from approval_request where account_id = $1', [
      accountId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('a request outlives its limit: the same key does not also carry the act out directly', async () => {
    const accountId = await lender.ledgerAccount();
    const carl = await approvals.as('carl');
    const key = randomUUID();
    const id = await approvals.ask(carl, accountId, 20_000, key);
    await approvals.limit('supervisor', 'adjustment', null);
    expect(codeOf(await approvals.adjust(carl, accountId, 20_000, key))).toBe('second_person_required');
    await approvals.limit('supervisor', 'adjustment', 10_000);
    await approvals.approve(bob, id);
    await settled(id);
    expect(await approvals.adjustments(accountId)).toBe(1);
  });

  it('an act that was carried out before there was a limit is repeated, not asked for', async () => {
    const accountId = await lender.ledgerAccount();
    await approvals.limit('supervisor', 'adjustment', null);
    const key = randomUUID();
    await approvals.adjust(ann, accountId, 30_000, key);
    await approvals.limit('supervisor', 'adjustment', 10_000);
    const { json } = await approvals.adjust(ann, accountId, 30_000, key);
    expect(json.data.adjustLedgerLoan).toMatchObject({ replayed: true });
    expect(await approvals.adjustments(accountId)).toBe(1);
  });

  it('wrong input is refused at once, and stored nowhere', async () => {
    const accountId = await lender.ledgerAccount();
    const { json } = await ann(
      `mutation ($id: ID!, $key: String!) {
        adjustLedgerLoan(accountId: $id, idempotencyKey: $key, input: { feesCents: 90000, reason: " " }) { replayed } }`,
      { id: accountId, key: randomUUID() },
    );
    expect(json.errors[0].extensions.code).toBe('validation_failed');
    const { rows } = await instance.resources.pool.query('select 1 from approval_request where account_id = $1', [
      accountId,
    ]);
    expect(rows).toHaveLength(0);
  });

  it('API keys have no role, and so no limit', async () => {
    const accountId = await lender.ledgerAccount();
    const body = { fees_cents: 900_000, reason: 'by the integrator' };
    const api = await lender.api();
    const answer = await api.post(`/v1/ledger/loans/${accountId}/adjustments`, body, {
      'idempotency-key': randomUUID(),
    });
    expect(answer.status).toBe(201);
  });
});

describe('each act', () => {
  const asked = async (query: string, variables: object) => {
    const { json } = await ann(query, { key: randomUUID(), ...variables });
    expect(json.errors[0].extensions.code, JSON.stringify(json.errors)).toBe('second_person_required');
    const id: string = json.errors[0].extensions.fields.approval_request_id;
    await approvals.approve(bob, id);
    return settled(id);
  };

  it('a charge-off: the whole balance', async () => {
    const accountId = await lender.ledgerAccount(1_000_000);
    const query = `mutation ($id: ID!, $key: String!) {
      chargeOffLedgerLoan(accountId: $id, idempotencyKey: $key, reason: "r") { replayed } }`;
    expect(await asked(query, { id: accountId })).toMatchObject({
      status: 'done',
      act: 'charge_off',
      amountCents: 1_000_000,
    });
    const { rows } = await instance.resources.pool.query('select status_code from account where id = $1', [accountId]);
    expect(rows[0].status_code).toBe('charged_off');
  });

  it('a charge-off, with the interest until today, which is not posted yet', async () => {
    const accountId = await lender.ledgerAccount(9_900);
    await instance.resources.pool.query(
      `update ledger_loan l set accrued_through = l.accrued_through - 60 from account a where a.external_id = l.id and a.id = $1`,
      [accountId],
    );
    const query = `mutation ($id: ID!, $key: String!) {
      chargeOffLedgerLoan(accountId: $id, idempotencyKey: $key, reason: "r") { replayed } }`;
    const request = await asked(query, { id: accountId });
    expect(request.amountCents).toBeGreaterThan(10_000);
  });

  it('a waiver', async () => {
    const accountId = await lender.ledgerAccount();
    await approvals.adjust(bob, accountId, 15_000);
    const query = `mutation ($id: ID!, $key: String!) { waiveOnLedgerLoan(accountId: $id, idempotencyKey: $key,
      input: { component: fees, amountCents: 12000, reason: "r" }) { replayed } }`;
    const request = await asked(query, { id: accountId });
    expect(request).toMatchObject({
      status: 'done',
      amountCents: 12_000,
      details: [{ name: 'component', value: 'fees' }],
    });
  });

  it('the reversal of a payment', async () => {
    const accountId = await lender.ledgerAccount();
    const { json } = await (await lender.api()).record(accountId, { amount_cents: 20_000 });
    const request = await asked(REVERSE, { paymentId: json.payment_id, input: { isNsf: true } });
    expect(request).toMatchObject({
      status: 'done',
      act: 'reversal',
      paymentId: json.payment_id,
      accountId,
      amountCents: 20_000,
    });
    expect((await (await lender.api()).get(`/v1/payments/${json.payment_id}`)).json).toMatchObject({
      ...{ status: 'reversed', reversal: { reversed_by: 'bob', is_nsf: true } },
    });
  });

  it('a one-time charge: one run, recorded by the operator who asked, and done when it is posted', async () => {
    const accountId = await lender.ledgerAccount();
    const input = {
      ...{ paymentMethodId: await lender.paymentMethod(), amountCents: 12_500, authorizerId: lender.personId },
      ...{ authorizedOn: '2026-01-05', authorizationMethod: 'phone' },
    };
    const query = `mutation ($id: ID!, $key: String!, $input: OneTimeChargeInput!) {
      chargeOnce(accountId: $id, idempotencyKey: $key, input: $input) { id } }`;
    expect(await asked(query, { id: accountId, input })).toMatchObject({
      ...{ status: 'done', act: 'one_time_charge', amountCents: 12_500, accountId },
      details: [
        { name: 'charged_on', value: expect.any(String) },
        { name: 'payment_method_id', value: input.paymentMethodId },
        { name: 'authorizer_id', value: lender.personId },
        { name: 'authorized_on', value: '2026-01-05' },
        { name: 'authorization_method', value: 'phone' },
        { name: 'allows_equal', value: 'false' },
      ],
    });
    const { rows } = await instance.resources.pool.query(
      `select s.created_by, r.status::text, r.amount_cents::int from autopay_run r join autopay_schedule s on s.id = r.schedule_id
        where r.account_id = $1`,
      [accountId],
    );
    expect(rows).toEqual([{ created_by: 'ann', status: 'posted', amount_cents: 12_500 }]);
  });

  it('a one-time charge that is declined, and one that is approved on another day: failed, with the reason', async () => {
    const query = `mutation ($id: ID!, $key: String!, $input: OneTimeChargeInput!) {
      chargeOnce(accountId: $id, idempotencyKey: $key, input: $input) { id } }`;
    const inputOf = async (processorToken?: string) => ({
      paymentMethodId: await lender.paymentMethod(processorToken === undefined ? {} : { processorToken }),
      ...{
        amountCents: 12_500,
        authorizerId: lender.personId,
        authorizedOn: '2026-01-05',
        authorizationMethod: 'phone',
      },
    });
    const declined = await inputOf('pm_card_chargeDeclinedStolenCard');
    expect(await asked(query, { id: await lender.ledgerAccount(), input: declined })).toMatchObject({
      status: 'failed',
      failureCode: expect.any(String),
    });

    const accountId = await lender.ledgerAccount();
    const { json } = await ann(query, { key: randomUUID(), id: accountId, input: await inputOf() });
    const id = json.errors[0].extensions.fields.approval_request_id;
    const { pool } = instance.resources;
    await pool.query(
      `update approval_request set details = '[{"name": "charged_on", "value": "2026-01-05"}]' where id = $1`,
      [id],
    );
    await approvals.approve(bob, id);
    expect(await settled(id)).toMatchObject({ status: 'failed', failureCode: 'authorized_for_another_day' });
    const { rows } = await pool.query('select 1 from autopay_run where account_id = $1', [accountId]);
    expect(rows).toHaveLength(0);
  });

  it('a booking: its input is removed when it is done, and the request shows the loan', async () => {
    const { borrowers: _borrowers, ...given } = bookingOf();
    const input = {
      ...{ organizationId: lender.organizationId, loanNumber: given.loan_number, annualRate: given.annual_rate },
      ...{ borrowers: [{ role: 'primary', displayName: 'Nora Newhouse', email: 'nora@example.com' }] },
      ...{ originatedOn: given.originated_on, firstDueOn: given.first_due_on, termMonths: given.term_months },
      originalPrincipalCents: given.original_principal_cents,
    };
    const query = `mutation ($key: String!, $input: BookLedgerLoanInput!) {
      bookLedgerLoan(idempotencyKey: $key, input: $input) { replayed } }`;
    const request = await asked(query, { input });
    expect(request).toMatchObject({ status: 'done', act: 'booking', borrowers: null });
    expect(request.accountId).not.toBeNull();
    const { rows } = await instance.resources.pool.query('select * from approval_request where id = $1', [request.id]);
    expect(JSON.stringify(rows)).not.toContain('ora');
  });

  it('a loan that has changed since: the request ends with the act’s own error', async () => {
    const accountId = await lender.ledgerAccount();
    const query = `mutation ($id: ID!, $key: String!) { waiveOnLedgerLoan(accountId: $id, idempotencyKey: $key,
      input: { component: fees, amountCents: 12000, reason: "r" }) { replayed } }`;
    expect(await asked(query, { id: accountId })).toMatchObject({
      status: 'failed',
      failureCode: 'amount_exceeds_balance',
    });
  });
});

it('a limit that is set between two sends of one key: the act is carried out once, and not asked for', async () => {
  const other = await instance.lender('Elm Lending');
  const there = new ApprovalsHarness(instance, other.organizationId);
  const [accountId, key, eve] = [await other.ledgerAccount(), randomUUID(), await there.as('eve')];
  const { pool } = instance.resources;
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query(
    'select 1 from ledger_loan l join account a on a.external_id = l.id where a.id = $1 for update of l',
    [accountId],
  );
  const first = there.adjust(eve, accountId, 50_000, key);
  const waiting = `select count(*)::int as found from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await pool.query(waiting)).rows[0].found === 1, 'the first send waits for the loan');
  await there.limit('supervisor', 'adjustment', 10_000);
  const second = there.adjust(eve, accountId, 50_000, key);
  await until(async () => (await pool.query(waiting)).rows[0].found === 2, 'the second send waits for the key');
  await holder.query('commit');
  holder.release();
  expect([codeOf(await first), codeOf(await second)]).toEqual([undefined, undefined]);
  expect(await there.adjustments(accountId)).toBe(1);
  const { rows } = await pool.query('select 1 from approval_request where account_id = $1', [accountId]);
  expect(rows).toHaveLength(0);
});

it('another body under the key of a request is a conflict that names the request; its result is found by the key', async () => {
  const [accountId, key] = [await lender.ledgerAccount(), randomUUID()];
  const id = await approvals.ask(ann, accountId, 20_000, key);
  const { json } = await approvals.adjust(ann, accountId, 20_001, key);
  expect(json.errors[0].extensions).toMatchObject({
    code: 'idempotency_conflict',
    fields: { approval_request_id: id },
  });
  const found = await ann(
    `query ($id: ID!, $key: String!) {
      ledgerWriteByKey(organizationId: $id, write: adjustment, idempotencyKey: $key) { accountId } }`,
    { id: lender.organizationId, key },
  );
  expect(found.json.errors[0].extensions).toMatchObject({
    code: 'second_person_required',
    fields: { approval_request_id: id },
  });
});

describe('a decision', () => {
  it('never by the operator who asked: not with another token, another role or another case of the subject', async () => {
    const id = await approvals.ask(ann, await lender.ledgerAccount(), 20_000);
    for (const same of [ann, await approvals.as('ann', 'admin'), await approvals.as('Ann', 'admin')]) {
      expect(codeOf(await approvals.approve(same, id))).toBe('approval_by_same_person');
      expect(codeOf(await approvals.reject(same, id))).toBe('approval_by_same_person');
    }
    expect(await approvals.read(bob, id)).toMatchObject({ status: 'open' });
  });

  it('only by an operator whose limit and role suffice; never by an API key', async () => {
    const id = await approvals.ask(ann, await lender.ledgerAccount(), 20_000);
    expect(codeOf(await approvals.approve(await approvals.as('dora'), id))).toBe('approval_limit_exceeded');
    expect(codeOf(await approvals.approve(await approvals.as('emil', 'agent'), id))).toBe('insufficient_scope');
    const key = graphClient(instance.graphqlUrl, (await lender.api()).token);
    expect(codeOf(await approvals.approve(key, id))).toBe('insufficient_scope');
    const other = new ApprovalsHarness(instance, (await instance.lender('Birch Credit')).organizationId);
    expect(codeOf(await other.approve(await other.as('fritz', 'admin'), id))).toBe('approval_request_not_found');
    expect(await approvals.read(bob, id)).toMatchObject({ status: 'open' });
  });

  it('a rejection has a reason, and the act is never carried out', async () => {
    const accountId = await lender.ledgerAccount();
    const id = await approvals.ask(ann, accountId, 20_000);
    expect(codeOf(await approvals.reject(bob, id, ' '))).toBe('validation_failed');
    const { json } = await approvals.reject(bob, id, 'too much');
    expect(json.data.rejectRequest).toMatchObject({ status: 'rejected', decisionReason: 'too much', decidedBy: 'bob' });
    expect(codeOf(await approvals.approve(bob, id))).toBe('approval_request_not_open');
    expect(await approvals.adjustments(accountId)).toBe(0);
  });

  it('only the operator who asked withdraws', async () => {
    const id = await approvals.ask(ann, await lender.ledgerAccount(), 20_000);
    expect(codeOf(await approvals.withdraw(bob, id))).toBe('approval_not_own');
    const { json } = await approvals.withdraw(ann, id);
    expect(json.data.withdrawRequest).toMatchObject({ status: 'withdrawn' });
    expect(codeOf(await approvals.approve(bob, id))).toBe('approval_request_not_open');
  });

  it('an expired request is not approved, also before the job has marked it', async () => {
    const id = await approvals.ask(ann, await lender.ledgerAccount(), 20_000);
    const { pool, db } = instance.resources;
    await pool.query('update approval_request set expires_at = asked_at where id = $1', [id]);
    expect(codeOf(await approvals.approve(bob, id))).toBe('approval_request_not_open');
    await approvals.worker(db).watchDue();
    expect(await approvals.read(bob, id)).toMatchObject({ status: 'expired' });
  });
});

describe('limits', () => {
  it('only an admin sets them; the audit log has the amounts before and after', async () => {
    const other = await instance.lender('Cedar Credit');
    const there = new ApprovalsHarness(instance, other.organizationId);
    await there.limit('agent', 'reversal', 5_000);
    await there.limit('agent', 'reversal', 7_500);
    await there.limit('agent', 'reversal', null);
    const { rows } = await instance.resources.pool.query(
      "select before, after from audit_log where action = 'act_limit.set' and organization_id = $1 order by id",
      [other.organizationId],
    );
    expect(rows).toEqual([
      { before: { amount_cents: null }, after: { amount_cents: 5_000 } },
      { before: { amount_cents: 5_000 }, after: { amount_cents: 7_500 } },
      { before: { amount_cents: 7_500 }, after: { amount_cents: null } },
    ]);
    const { json } = await ann(
      `mutation ($id: ID!) { setActLimit(organizationId: $id, input: { role: agent, act: reversal, amountCents: 1 }) { act } }`,
      { id: lender.organizationId },
    );
    expect(json.errors[0].extensions.code).toBe('insufficient_scope');
  });

  it('an agent’s limit on reversals leaves supervisors as they were', async () => {
    const other = await instance.lender('Dogwood Credit');
    const there = new ApprovalsHarness(instance, other.organizationId);
    await there.limit('agent', 'reversal', 5_000);
    const accountId = await other.ledgerAccount();
    const { json } = await (await other.api()).record(accountId, { amount_cents: 6_000 });
    const request = { paymentId: json.payment_id, key: randomUUID(), input: {} };
    expect(codeOf(await (await there.as('gus', 'agent'))(REVERSE, request))).toBe('second_person_required');
    expect(codeOf(await (await there.as('hal'))(REVERSE, { ...request, key: randomUUID() }))).toBeUndefined();
  });

  it('the caller’s own limits, and the requests of a loan, in lists and counts', async () => {
    const accountId = await lender.ledgerAccount();
    const id = await approvals.ask(ann, accountId, 20_000);
    const { json } = await ann(
      `query ($id: ID!, $org: ID!) {
        account(id: $id) { pendingApprovalRequests { id } }
        approvalRequests(accountId: $id) { items { id account { id } } }
        openApprovalRequestCount(organizationId: $org)
        ownActLimits(organizationId: $org) { act amountCents } }`,
      { id: accountId, org: lender.organizationId },
    );
    expect(json.data.account.pendingApprovalRequests).toEqual([{ id }]);
    expect(json.data.approvalRequests.items).toEqual([{ id, account: { id: accountId } }]);
    expect(json.data.ownActLimits).toContainEqual({ act: 'waiver', amountCents: 10_000 });
    const { rows } = await instance.resources.pool.query(
      "select count(*)::int as open from approval_request where organization_id = $1 and status = 'open'",
      [lender.organizationId],
    );
    expect(json.data.openApprovalRequestCount).toBe(rows[0].open);
  });
});

it('a loan that was charged off has no balance to charge off again', async () => {
  const accountId = await chargedOffLoan(await lender.api());
  const { json } = await ann(
    `mutation ($id: ID!, $key: String!) { chargeOffLedgerLoan(accountId: $id, idempotencyKey: $key, reason: "r") { replayed } }`,
    { id: accountId, key: randomUUID() },
  );
  expect(json.errors[0].extensions.code).toBe('servicing_rejected');
});

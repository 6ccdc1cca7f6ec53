import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseApprovalTexts } from '../../core/approvals/erase-approval-texts.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { ApprovalsHarness, codeOf } from '../support/approvals-harness.js';
import type { Ask } from '../support/graph.js';
import { KillableDatabase, Killed } from '../support/killable-worker.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Approved acts whose worker dies, runs twice or races; decisions that race. No worker runs by itself. */

let instance: TestInstance;
let lender: Lender;
let approvals: ApprovalsHarness;
let ann: Ask;
let admins: readonly Ask[];

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  approvals = new ApprovalsHarness(instance, lender.organizationId);
  ann = await approvals.as('ann');
  admins = await Promise.all(['bob', 'cleo', 'dan', 'eve'].map((subject) => approvals.as(subject, 'admin')));
  await approvals.limit('supervisor', 'adjustment', 10_000);
});
afterAll(() => instance.close());

const first = () => {
  const [admin] = admins;
  if (admin === undefined) throw new Error('there are admins');
  return admin;
};

async function approved(): Promise<{ readonly id: string; readonly accountId: string }> {
  const accountId = await lender.ledgerAccount();
  const id = await approvals.ask(ann, accountId, 20_000);
  expect(codeOf(await approvals.approve(first(), id))).toBeUndefined();
  return { id, accountId };
}

const keyOf = (id: string) => ({ id, organizationId: lender.organizationId });

async function waitingJobs(id: string): Promise<number> {
  const { rows } = await instance.resources.pool.query(
    'select count(*)::int as found from graphile_worker.jobs where key = $1',
    [`approved_act:${lender.organizationId}:${id}`],
  );
  return rows[0].found;
}

describe('the worker', () => {
  it('dies after each of its steps: the next worker carries the act out exactly once', async () => {
    let steps = 0;
    for (let isDead = true; isDead; steps += 1) {
      const { id, accountId } = await approved();
      let left = steps + 1;
      const live = () => {
        left -= 1;
        if (left <= 0) throw new Killed();
      };
      const db = new KillableDatabase(instance.resources.pool, live, () => left <= 0);
      await approvals
        .worker(db)
        .work(keyOf(id))
        .catch(() => undefined);
      isDead = left <= 0;
      if (isDead) await approvals.worker(instance.resources.db).work(keyOf(id));
      expect(await approvals.read(first(), id), `dead after step ${steps}`).toMatchObject({ status: 'done' });
      expect(await approvals.adjustments(accountId), `dead after step ${steps}`).toBe(1);
    }
    expect(steps).toBeGreaterThan(5);
  });

  it('four workers at once carry it out once', async () => {
    const { id, accountId } = await approved();
    await Promise.all([1, 2, 3, 4].map(() => approvals.worker(instance.resources.db).work(keyOf(id))));
    expect(await approvals.adjustments(accountId)).toBe(1);
    const finished = (await approvals.audited(id)).filter(({ action }) => action === 'approval_request.finish');
    expect(finished).toHaveLength(1);
  });

  it('the job is committed with the approval; a lost job is queued again', async () => {
    const { id, accountId } = await approved();
    expect(await waitingJobs(id)).toBe(1);
    await instance.resources.pool.query('select graphile_worker.remove_job($1)', [
      `approved_act:${lender.organizationId}:${id}`,
    ]);
    await approvals.worker(instance.resources.db).watchDue();
    expect(await waitingJobs(id)).toBe(1);
    expect(await approvals.adjustments(accountId)).toBe(0);
  });

  it('a stored input that was changed is not carried out', async () => {
    const { id, accountId } = await approved();
    await instance.resources.pool.query(
      `update approval_request set input = jsonb_set(input, '{input,feesCents}', '99') where id = $1`,
      [id],
    );
    await expect(approvals.worker(instance.resources.db).work(keyOf(id))).rejects.toThrow('has changed');
    expect(await approvals.adjustments(accountId)).toBe(0);
  });
});

describe('decisions that race', () => {
  it('four approvals at once: one counts, the others are refused, one act', async () => {
    const accountId = await lender.ledgerAccount();
    const id = await approvals.ask(ann, accountId, 20_000);
    const codes = (await Promise.all(admins.map((admin) => approvals.approve(admin, id)))).map(codeOf);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'approval_request_not_open')).toHaveLength(3);
    await approvals.worker(instance.resources.db).work(keyOf(id));
    expect(await approvals.adjustments(accountId)).toBe(1);
  });

  it.each(Array.from({ length: 8 }, (_, turn) => turn))('approval beside withdrawal and rejection (%i)', async () => {
    const accountId = await lender.ledgerAccount();
    const id = await approvals.ask(ann, accountId, 20_000);
    const [bob, cleo] = [first(), admins[1] ?? first()];
    const answers = await Promise.all([
      approvals.approve(bob, id),
      approvals.withdraw(ann, id),
      approvals.reject(cleo, id),
    ]);
    const won = answers.findIndex((answer) => codeOf(answer) === undefined);
    expect(answers.filter((answer) => codeOf(answer) === 'approval_request_not_open')).toHaveLength(2);
    await approvals.worker(instance.resources.db).work(keyOf(id));
    expect(await approvals.read(bob, id)).toMatchObject({ status: ['done', 'withdrawn', 'rejected'][won] });
    expect(await approvals.adjustments(accountId)).toBe(won === 0 ? 1 : 0);
  });

  it.each(Array.from({ length: 6 }, (_, turn) => turn))('expiry at the moment of the approval (%i)', async () => {
    const { pool, db } = instance.resources;
    const accountId = await lender.ledgerAccount();
    const id = await approvals.ask(ann, accountId, 20_000);
    await pool.query("update approval_request set expires_at = now() + interval '20 milliseconds' where id = $1", [id]);
    const worker = approvals.worker(db);
    const [answer] = await Promise.all([approvals.approve(first(), id), worker.watchDue(), worker.watchDue()]);
    await worker.work(keyOf(id));
    // It may have expired after the sweep: the next one marks it.
    await pool.query("update approval_request set expires_at = now() - interval '1 second' where id = $1", [id]);
    await worker.watchDue();
    const isApproved = codeOf(answer) === undefined;
    expect(await approvals.read(first(), id)).toMatchObject({ status: isApproved ? 'done' : 'expired' });
    expect(await approvals.adjustments(accountId)).toBe(isApproved ? 1 : 0);
  });
});

describe('an erasure', () => {
  const erase = (accountId: string) => {
    const { db } = instance.resources;
    const principal = systemPrincipal('test');
    const terms = { personId: null, accountIds: [accountId], texts: [], email: null, phone: null, recipient: null };
    const of = { organizationId: lender.organizationId, terms, key: Buffer.alloc(0) };
    return db.transaction((tx) => eraseApprovalTexts(tx, { principal, ...of }));
  };
  const stored = async (id: string) =>
    (
      await instance.resources.pool.query(
        'select status, reason, input is null as emptied from approval_request where id = $1',
        [id],
      )
    ).rows;

  it('removes the reason of an approved request at once, and its input when it is carried out', async () => {
    const { id, accountId } = await approved();
    expect(await erase(accountId)).toEqual({ approval_request: 1 });
    expect(await stored(id)).toEqual([{ status: 'approved', reason: null, emptied: false }]);
    await approvals.worker(instance.resources.db).work(keyOf(id));
    expect(await stored(id)).toEqual([{ status: 'done', reason: null, emptied: true }]);
    expect(await approvals.adjustments(accountId)).toBe(1);
  });

  it('ends an open request: without its input it cannot be carried out', async () => {
    const accountId = await lender.ledgerAccount();
    const id = await approvals.ask(ann, accountId, 20_000);
    expect(await erase(accountId)).toEqual({ approval_request: 1 });
    expect(await stored(id)).toEqual([{ status: 'expired', reason: null, emptied: true }]);
    expect(codeOf(await approvals.approve(first(), id))).toBe('approval_request_not_open');
  });
});

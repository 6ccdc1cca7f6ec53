import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemPrincipal } from '../../core/principal/principal.js';
import { systemClock } from '../../core/time/clock.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import { findEarlierPosting } from '../../subgraphs/payments/collected/posting/find-earlier-posting.js';
import { ReferencesOfRequests } from '../../subgraphs/payments/collected/posting/references-of-request.js';
import { updateOrganization } from '../../subgraphs/servicing/platform/organization/update-organization.js';
import { addLoanSystem } from '../support/add-loan-system.js';
import type { Api, ApiAnswer } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { openStandIn, REMOTE_KINDS, type RemoteStandIn } from '../support/remote-stand-ins.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const OWED = 5_000_000;

let instance: TestInstance;
let lender: Lender;
let api: Api;
const systems = new Map<string, RemoteStandIn>();

beforeAll(async () => {
  for (const kind of REMOTE_KINDS) systems.set(kind, await openStandIn(kind));
  const environment = Object.assign({}, ...[...systems.values()].map((system) => system.environment));
  // A lookup that is too slow on a busy machine is another outcome.
  instance = await openTestInstance({ environment: { ...environment, LOAN_SYSTEM_TIMEOUT_MS: '20000' } });
  lender = await instance.lender();
  api = await lender.api();
  for (const [kind, system] of systems) {
    for (let made = 0; made < 16; made += 1) system.makeLoan(OWED);
    await addLoanSystem(instance.resources, system, { code: kind, organizationId: lender.organizationId });
  }
});
afterAll(async () => {
  await instance.close();
  await Promise.all([...systems.values()].map((system) => system.close()));
});

async function rows(text: string, values: readonly unknown[] = []): Promise<Record<string, any>[]> {
  return (await instance.resources.pool.query(text, [...values])).rows;
}

/** What a restore to a time before them does to a payment and its reversals. */
async function lose(id: string): Promise<void> {
  await loseReversals(id);
  await rows('delete from idempotency_record where subject_id = $1', [id]);
  await rows('delete from event where object_id = $1', [id]);
  await rows('delete from collected_payment where id = $1', [id]);
}

async function loseReversals(id: string): Promise<void> {
  await rows(
    'delete from idempotency_record where subject_id in (select r.id from payment_reversal r where r.payment_id = $1)',
    [id],
  );
  await rows('delete from payment_reversal where payment_id = $1', [id]);
  await rows(`update collected_payment set status = 'posted' where id = $1`, [id]);
}

const recovering = (recoveringSince: string) =>
  updateOrganization(instance.resources, systemPrincipal('test'), lender.organizationId, { recoveringSince });

const codeOf = ({ status, json }: ApiAnswer) => `${status} ${json.detail?.error_code ?? json.status}`;

describe.each(REMOTE_KINDS)('requests that are repeated after a restore, over %s', (kind) => {
  const system = () => systems.get(kind) ?? expect.fail('no such system');
  let used = 0;
  const nextAccount = async (): Promise<string> => {
    used += 1;
    const found = await rows('select id from account where loan_system_code = $1 order by id', [kind]);
    return found[used - 1]?.['id'] ?? expect.fail('no loan is left');
  };
  const postingsOf = async (account: string): Promise<number> => {
    const [row] = await rows('select external_id from account where id = $1', [account]);
    return Object.keys(system().booksOf(row?.['external_id']).payments).length;
  };

  it('a payment finds its posting', async () => {
    const account = await nextAccount();
    const first = await api.record(account, {}, `${kind} paid`);
    await lose(first.json.payment_id);
    const again = await api.record(account, {}, `${kind} paid`);
    expect([codeOf(again), await postingsOf(account)]).toEqual(['201 posted', 1]);
  });

  it('an ordinary payment is not looked up before it is sent; a refused one is, once', async () => {
    const [account, { faults }] = [await nextAccount(), system()];
    const lookups = () => faults.count(kind === 'fineract' ? 'probe' : 'search_transactions');
    const amounts = [10_000, OWED * 10];
    const counted: number[] = [];
    for (const amount of amounts) {
      const before = lookups();
      await api.record(account, { amount_cents: amount });
      counted.push(lookups() - before);
    }
    // Fineract's answer to a posting does not contain the transaction: it is read back.
    expect(counted).toEqual([kind === 'fineract' ? 1 : 0, 1]);
  });

  it('another amount under the key is a conflict and an exception, never 201; the right one is still taken up', async () => {
    const account = await nextAccount();
    const first = await api.record(account, {}, `${kind} conflict`);
    await lose(first.json.payment_id);
    for (const _ of [1, 2]) {
      const other = await api.record(account, { amount_cents: 10_001 }, `${kind} conflict`);
      expect([codeOf(other), await postingsOf(account)]).toEqual(['409 idempotency_conflict', 1]);
    }
    const exceptions = await rows(
      `select detail from operator_exception where kind = 'posting_differs' and detail->>'accountId' = $1`,
      [account],
    );
    expect(exceptions).toMatchObject([{ detail: { amountCents: 10_001, postedCents: 10_000, paymentMethod: 'cash' } }]);
    expect(await rows('select id from collected_payment where account_id = $1', [account])).toEqual([]);
    expect(codeOf(await api.record(account, {}, `${kind} conflict`))).toBe('201 posted');
  });

  it('a payoff is answered as posted, under the id that its client has', async () => {
    const account = await nextAccount();
    const { amount_cents: amount } = (await api.get(`/v1/accounts/${account}/payoff`)).json;
    const first = await api.record(account, { amount_cents: amount }, `${kind} payoff`);
    expect(codeOf(first)).toBe('201 posted');
    await lose(first.json.payment_id);
    const again = await api.record(account, { amount_cents: amount }, `${kind} payoff`);
    expect([codeOf(again), again.json.payment_id]).toEqual(['201 posted', first.json.payment_id]);
    expect(codeOf(await api.record(account, { amount_cents: amount }, `${kind} payoff`))).toBe('201 posted');
    const other = await api.record(account, { amount_cents: amount }, `${kind} another payoff`);
    expect([codeOf(other), await postingsOf(account)]).toEqual(['422 account_not_payable', 1]);
  });

  it('a payment that is larger than the rest is looked up before it is refused', async () => {
    const account = await nextAccount();
    const first = await api.record(account, { amount_cents: OWED * 0.75 }, `${kind} most`);
    await lose(first.json.payment_id);
    const again = await api.record(account, { amount_cents: OWED * 0.75 }, `${kind} most`);
    expect([codeOf(again), again.json.payment_id]).toEqual(['201 posted', first.json.payment_id]);
    const other = await api.record(account, { amount_cents: OWED * 0.75 }, `${kind} more`);
    expect([codeOf(other), await postingsOf(account)]).toEqual(['422 amount_exceeds_payoff', 1]);
  });

  it('a payment that was reversed there is taken up as reversed, and its reversal gets its answer', async () => {
    const account = await nextAccount();
    const first = await api.record(account, {}, `${kind} reversed`);
    expect(codeOf(await api.reverse(first.json.payment_id, { is_nsf: true }, `${kind} reversal`))).toBe('201 reversed');
    await lose(first.json.payment_id);
    const again = await api.record(account, {}, `${kind} reversed`);
    expect([codeOf(again), await postingsOf(account)]).toEqual(['201 reversed', 1]);
    const id = again.json.payment_id;
    for (const _ of [1, 2]) {
      expect(codeOf(await api.reverse(id, { is_nsf: true }, `${kind} reversal`))).toBe('201 reversed');
    }
    expect(codeOf(await api.reverse(id, {}, `${kind} another reversal`))).toBe('409 payment_not_reversible');
    const events = await rows('select type from event where object_id = $1 order by sequence', [id]);
    expect(events.map(({ type }) => type)).toEqual(['payment.posted', 'payment.reversed']);
  });

  it('a reversal of a payment that the backup has finds what it did', async () => {
    const account = await nextAccount();
    const { payment_id: id } = (await api.record(account)).json;
    expect(codeOf(await api.reverse(id, {}, `${kind} late reversal`))).toBe('201 reversed');
    await loseReversals(id);
    expect(codeOf(await api.reverse(id, {}, `${kind} late reversal`))).toBe('201 reversed');
    expect(await postingsOf(account)).toBe(1);
  });

  it.each([false, true])('a reversal never takes up the reversal of another payment (recovering: %s)', async (isOn) => {
    const account = await nextAccount();
    const [one, other] = [await api.record(account), await api.record(account)];
    const key = `${kind} reversal of one ${isOn}`;
    expect(codeOf(await api.reverse(one.json.payment_id, {}, key))).toBe('201 reversed');
    await loseReversals(one.json.payment_id);
    if (isOn) await recovering(new Date(Date.now() - 600_000).toISOString());
    const undo = kind === 'fineract' ? 'undo' : 'adjust';
    const undone = system().faults.count(undo);
    const answer = await api.reverse(other.json.payment_id, {}, key).finally(() => recovering('ended'));
    expect([codeOf(answer), system().faults.count(undo) - undone]).toEqual(['201 reversed', 1]);
  });

  it('an unconfirmed payment whose reference another posting has is failed, with an exception', async () => {
    const account = await nextAccount();
    const first = await api.record(account, {}, `${kind} unconfirmed`);
    const [held] = await rows('select posting_reference from collected_payment where id = $1', [first.json.payment_id]);
    await lose(first.json.payment_id);
    system().faults.next('repay', 'reset_before');
    const other = await api.record(account, { amount_cents: 777 }, `${kind} unconfirmed`);
    expect([other.status, other.json.status]).toEqual([202, 'pending_confirmation']);
    await api.settled(other.json.payment_id, 'failed');
    expect(codeOf(await api.record(account, { amount_cents: 777 }, `${kind} unconfirmed`))).toBe(
      '409 idempotency_conflict',
    );
    expect(
      await rows(`select kind from operator_exception where subject_id = $1`, [held?.['posting_reference']]),
    ).toEqual([{ kind: 'posting_differs' }]);
  });

  it('while its organization recovers, each payment and reversal is looked up first and keeps its id', async () => {
    const account = await nextAccount();
    const paid = await api.record(account, {}, `${kind} before the restore`);
    const back = await api.record(account, {}, `${kind} reversed before the restore`);
    const id = paid.json.payment_id;
    expect(codeOf(await api.reverse(back.json.payment_id, {}, `${kind} back`))).toBe('201 reversed');
    await loseReversals(back.json.payment_id);
    await lose(id);
    const { faults } = system();
    await recovering(new Date(Date.now() - 600_000).toISOString());
    try {
      const posts = faults.count('repay');
      const again = await api.record(account, {}, `${kind} before the restore`);
      expect([codeOf(again), again.json.payment_id, faults.count('repay') - posts]).toEqual(['201 posted', id, 0]);
      const undo = kind === 'fineract' ? 'undo' : 'adjust';
      const undone = faults.count(undo);
      expect(codeOf(await api.reverse(back.json.payment_id, {}, `${kind} back`))).toBe('201 reversed');
      expect(faults.count(undo) - undone).toBe(0);
      expect(codeOf(await api.reverse(id))).toBe('201 reversed');
      await lose(id);
      faults.next(system().reads[1] ?? '', 'fail_before_posting');
      expect(codeOf(await api.record(account, {}, `${kind} before the restore`))).toBe('503 posting_unavailable');
      const later = await api.record(account, {}, `${kind} before the restore`);
      expect([codeOf(later), later.json.payment_id]).toEqual(['201 reversed', id]);
      faults.next(system().reads[1] ?? '', 'fail_before_posting');
      expect(codeOf(await api.record(account, {}, `${kind} not looked up`))).toBe('503 posting_unavailable');
      expect(codeOf(await api.record(account, {}, `${kind} not looked up`))).toBe('201 posted');
    } finally {
      await recovering('ended');
    }
  });

  it('a posting that is older than keys are kept belongs to an earlier use of the key', async () => {
    const account = await nextAccount();
    await api.record(account, {}, `${kind} used again`);
    const [row] = await rows('select external_id from account where id = $1', [account]);
    const { db, logger, postingReferences } = instance.resources;
    const references = new ReferencesOfRequests({ db, logger, postingReferences });
    const { organizationId } = lender;
    const request = {
      organizationId,
      operation: 'record_payment',
      accountId: account,
      key: `${kind} used again`,
      use: 0,
    };
    const use = { request, references: postingReferences.of(request) };
    const found = (days: number) =>
      findEarlierPosting(
        {
          system: loanSystems(instance.resources).byCode(kind),
          references,
          clock: { now: () => systemClock.now().add({ hours: 24 * days }) },
        },
        { organizationId, accountId: account, externalId: row?.['external_id'] },
        'payment',
        use,
      );
    expect(await found(29)).toMatchObject({ value: { found: { reference: use.references[0] }, next: use } });
    expect(await found(33)).toMatchObject({ value: { found: undefined, next: { request: { use: 1 } } } });
  });
});

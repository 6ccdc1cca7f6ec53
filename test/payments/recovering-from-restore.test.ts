import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOAN_SYSTEM_KINDS } from '../../connectors/loan-systems/kinds.js';
import type { RemoteKind } from '../../connectors/loan-systems/remote-kind.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import { clearanceToPost } from '../../subgraphs/payments/collected/posting/clear-to-post-while-recovering.js';
import { RecoveryService } from '../../subgraphs/servicing/recovery/recovery.service.js';
import { addLoanSystem } from '../support/add-loan-system.js';
import type { Api, ApiAnswer } from '../support/api.js';
import { graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openStandIn, REMOTE_KINDS, type RemoteStandIn } from '../support/remote-stand-ins.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* No worker runs: what is looked up is looked up by the requests themselves. */

const { fineract, ...others } = LOAN_SYSTEM_KINDS;
/** A kind whose postings cannot be searched by our references. */
const unsearchable: RemoteKind = {
  ...fineract,
  findsByReference: () => false,
  open: (configuration, surroundings) => {
    const opened = fineract.open(configuration, surroundings);
    if ('system' in opened) Object.assign(opened.system, { findsByReference: false });
    return opened;
  },
};
const loanSystemKinds = { ...others, fineract: unsearchable };

let instance: TestInstance;
let lender: Lender;
let other: Lender;
let api: Api;
let service: RecoveryService;
const systems = new Map<string, RemoteStandIn>();
const ADMIN = systemPrincipal('test');

beforeAll(async () => {
  for (const kind of REMOTE_KINDS) systems.set(kind, await openStandIn(kind));
  const environment = Object.assign({}, ...[...systems.values()].map((system) => system.environment));
  instance = await openTestInstance({
    worker: false,
    environment: { ...environment, LOAN_SYSTEM_TIMEOUT_MS: '20000' },
    loanSystemKinds,
  });
  lender = await instance.lender();
  other = await instance.lender('Birch Credit');
  api = await lender.api();
  service = new RecoveryService({ ...instance.resources, loanSystemKinds });
  for (const [kind, system] of systems) {
    for (let made = 0; made < 8; made += 1) system.makeLoan(5_000_000);
    await addLoanSystem(instance.resources, system, { code: kind, organizationId: lender.organizationId });
  }
});
afterAll(async () => {
  await instance.close();
  await Promise.all([...systems.values()].map((system) => system.close()));
});
beforeEach(async () => void (await service.end(ADMIN)));

async function rows(text: string, values: readonly unknown[] = []): Promise<Record<string, any>[]> {
  return (await instance.resources.pool.query(text, [...values])).rows;
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const system = (kind: string) => systems.get(kind) ?? expect.fail('no such system');
const codeOf = ({ status, json }: ApiAnswer) => `${status} ${json.detail?.error_code ?? json.status}`;
const auditsOf = (action: string, subject: string) =>
  rows('select before, after from audit_log where action = $1 and subject = $2 order by id', [action, subject]);

let used = 0;
async function nextAccount(kind: string): Promise<string> {
  used += 1;
  const found = await rows('select id from account where loan_system_code = $1 order by id', [kind]);
  return found[used % found.length]?.['id'] ?? expect.fail('no loan is left');
}

describe('recovery start', () => {
  it.each([
    ['in the future', ago(-5), /in the future/],
    ['more than 30 days ago', ago(31 * 24 * 60), /more than 30 days ago/],
    ['that is no time', 'yesterday', /valid datetime/],
  ])('refuses a time %s', async (_, since, message) => {
    await expect(service.start(ADMIN, since)).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ msg: expect.stringMatching(message) }],
    });
    expect(await service.list(ADMIN)).toEqual([]);
  });

  it('begins every lender’s recovery in one call, audited once however often it is repeated', async () => {
    const [first, second] = [lender.organizationId, other.organizationId];
    const before = (await auditsOf('recovery.start', first)).length;
    const since = ago(10);
    await Promise.all([service.start(ADMIN, since), service.start(ADMIN, since)]);
    expect(await service.start(ADMIN, since)).toMatchObject([
      { organizationId: first, since },
      { organizationId: second, since },
    ]);
    const audits = await auditsOf('recovery.start', first);
    expect([audits.length - before, audits.at(-1)?.['after']]).toEqual([1, { recovering_since: since }]);
  });

  it('a repeated call finishes one that was interrupted; an earlier time stays', async () => {
    const [early, late] = [ago(60), ago(10)];
    await service.start(ADMIN, early, lender.organizationId);
    expect(await service.start(ADMIN, late)).toMatchObject([{ since: early }, { since: late }]);
    await service.end(ADMIN, lender.organizationId);
    expect(await service.list(ADMIN)).toMatchObject([{ organizationId: other.organizationId }]);
  });
});

describe('a loan system that cannot be searched by reference', () => {
  const exceptions = () =>
    rows(
      `select detail, resolved_at is null as "isOpen" from operator_exception where kind = 'recovery_postings_unread'`,
    );

  it('takes no postings until an operator confirms that its list was read', async () => {
    const account = await nextAccount('fineract');
    const paid = await api.record(account);
    const since = ago(10);
    const [recovery] = await service.start(ADMIN, since, lender.organizationId);
    expect(recovery?.closedLoanSystems).toMatchObject([{ code: 'fineract', waitsForRead: true }]);
    expect(codeOf(await api.record(account, {}, 'closed'))).toBe('503 posting_unavailable');
    expect(codeOf(await api.reverse(paid.json.payment_id, {}, 'closed'))).toBe('503 posting_unavailable');
    expect(await exceptions()).toEqual([{ detail: { since }, isOpen: true }]);
    const remote = loanSystems(instance.resources).byCode('fineract');
    expect(await clearanceToPost(instance.resources.db, remote, { ...lender, accountId: account })).toBeUndefined();

    for (const _ of [1, 2]) {
      expect(await service.confirmRead(ADMIN, 'fineract')).toMatchObject({
        outcome: 'done',
        recoveries: [{ closedLoanSystems: [] }],
      });
    }
    expect(await auditsOf('recovery.confirm_read', 'fineract')).toHaveLength(1);
    expect(await exceptions()).toMatchObject([{ isOpen: false }]);
    expect(codeOf(await api.record(account, {}, 'closed'))).toBe('201 posted');
    expect(codeOf(await api.reverse(paid.json.payment_id, {}, 'closed'))).toBe('201 reversed');
  });

  it('is closed again by a recovery from an earlier time; the end of the recovery closes its exception', async () => {
    const account = await nextAccount('fineract');
    await service.start(ADMIN, ago(10), lender.organizationId);
    await service.confirmRead(ADMIN, 'fineract');
    await service.start(ADMIN, ago(20), lender.organizationId);
    expect(codeOf(await api.record(account))).toBe('503 posting_unavailable');
    expect(await exceptions()).toMatchObject([{ isOpen: true }]);
    await service.end(ADMIN);
    expect(await exceptions()).toMatchObject([{ isOpen: false }]);
    expect(codeOf(await api.record(account))).toBe('201 posted');
  });

  it('is closed again by another restore, to a time after its list was read, though the earlier time stays', async () => {
    const [account, earlier] = [await nextAccount('fineract'), ago(10)];
    await service.start(ADMIN, earlier, lender.organizationId);
    await service.confirmRead(ADMIN, 'fineract');
    expect(await service.start(ADMIN, earlier, lender.organizationId), 'a repeated call').toMatchObject([
      { since: earlier, closedLoanSystems: [] },
    ]);
    expect(codeOf(await api.record(account, {}, 'second restore'))).toBe('201 posted');
    const [{ now: later }] = (await rows('select to_json(clock_timestamp()) as now')) as [{ now: string }];
    expect(await service.start(ADMIN, new Date(later).toISOString(), lender.organizationId)).toMatchObject([
      { since: earlier, closedLoanSystems: [{ code: 'fineract', waitsForRead: true }] },
    ]);
    expect(codeOf(await api.record(account, {}, 'closed by the second'))).toBe('503 posting_unavailable');
  });

  it('a confirmation is refused where nothing waits for it', async () => {
    const refusalOf = async (code: string) => {
      const change = await service.confirmRead(ADMIN, code);
      return change.outcome === 'refused' ? change.problems.join() : 'done';
    };
    expect(await refusalOf('fineract')).toBe('the lender of fineract does not recover from a restore');
    expect(await refusalOf('mambu')).toBe('mambu can be searched by reference: its list need not be read');
    expect(await refusalOf('nowhere')).toBe('there is no remote loan system nowhere');
  });
});

describe('unknown outcomes of a loan', () => {
  /** A payment that was posted without an answer, in a loan whose lender then recovers. */
  async function unknownPayment(): Promise<{ readonly account: string; readonly id: string }> {
    const account = await nextAccount('mambu');
    system('mambu').faults.next('repay', 'post_and_fail');
    const unknown = await api.record(account);
    expect(unknown.json.status).toBe('pending_confirmation');
    await service.start(ADMIN, ago(10), lender.organizationId);
    return { account, id: unknown.json.payment_id };
  }
  const statusOf = async (id: string) =>
    (await rows('select status::text from collected_payment where id = $1', [id]))[0];

  it('are looked up before new work of that loan is posted', async () => {
    const { account, id } = await unknownPayment();
    expect(await service.list(ADMIN)).toMatchObject([{ unknownPayments: 1, unknownReversals: 0 }]);
    expect(codeOf(await api.record(account))).toBe('201 posted');
    expect(await statusOf(id)).toEqual({ status: 'posted' });
    expect(await service.list(ADMIN)).toMatchObject([{ unknownPayments: 0 }]);
  });

  it('without an answer to the lookup nothing is posted', async () => {
    const { account, id } = await unknownPayment();
    const { faults } = system('mambu');
    const posted = faults.count('repay');
    faults.next('search_transactions', 'fail_before_posting');
    expect(codeOf(await api.record(account, {}, 'no lookup'))).toBe('503 posting_unavailable');
    expect([faults.count('repay') - posted, await statusOf(id)]).toEqual([0, { status: 'pending_confirmation' }]);
    expect(codeOf(await api.record(account, {}, 'no lookup'))).toBe('201 posted');
  });

  it('a worker’s posting waits until reconciliation has settled one that is found', async () => {
    const { account, id } = await unknownPayment();
    const { db } = instance.resources;
    const remote = loanSystems(instance.resources).byCode('mambu');
    const clearance = () => clearanceToPost(db, remote, { organizationId: lender.organizationId, accountId: account });
    await rows('delete from graphile_worker._private_jobs');
    expect(await clearance()).toBeUndefined();
    const queued = "select 1 from graphile_worker.jobs where task_identifier = 'reconcile_posting' and run_at <= now()";
    expect(await rows(queued)).toHaveLength(1);
    expect(codeOf(await api.record(account))).toBe('201 posted');
    expect([await clearance(), await statusOf(id)]).toEqual([
      { recoveringSince: expect.any(String), postingsReadAt: null },
      { status: 'posted' },
    ]);
  });
});

it('lists loans that came to another loan system since the recovery began', async () => {
  const [earlier, later] = [await nextAccount('mambu'), await nextAccount('fineract')];
  await rows(`update account set external_contract_number = 'C-1', created_at = $2 where id = any($1)`, [
    [earlier, later],
    ago(60),
  ]);
  await service.start(ADMIN, ago(10), lender.organizationId);
  expect(await service.list(ADMIN)).toMatchObject([{ movedLoans: [] }]);
  await rows('update account set created_at = now() where id = $1', [later]);
  expect(await service.list(ADMIN)).toMatchObject([
    {
      movedLoans: [
        { accountId: later, loanSystemCode: 'fineract', earlierAccountId: earlier, earlierLoanSystemCode: 'mambu' },
      ],
    },
  ]);
});

it('over GraphQL, for admins of all organizations', async () => {
  const clientOf = async (role: 'admin' | 'operator') =>
    graphClient(instance.graphqlUrl, await operatorToken(instance.resources, { subject: `an ${role}`, role }));
  const [admin, operator] = [await clientOf('admin'), await clientOf('operator')];
  const since = ago(10);
  const start = `mutation { startRecovery(since: "${since}", organizationId: "${lender.organizationId}") { since } }`;
  expect((await operator(start)).json.errors[0].extensions.code).toBe('insufficient_scope');
  expect((await admin(start)).json.data).toEqual({ startRecovery: [{ since }] });
  expect((await admin('{ recoveries { displayName closedLoanSystems { code } } }')).json.data).toEqual({
    recoveries: [{ displayName: 'Alder Lending', closedLoanSystems: [{ code: 'fineract' }] }],
  });
  const confirm = (code: string) =>
    admin(`mutation { confirmPostingsRead(code: "${code}") { problems recoveries { closedLoanSystems { code } } } }`);
  expect((await confirm('nowhere')).json.data.confirmPostingsRead.problems).toHaveLength(1);
  expect((await confirm('fineract')).json.data.confirmPostingsRead).toEqual({
    problems: [],
    recoveries: [{ closedLoanSystems: [] }],
  });
  expect((await admin('mutation { endRecovery { since } }')).json.data).toEqual({ endRecovery: [] });
});

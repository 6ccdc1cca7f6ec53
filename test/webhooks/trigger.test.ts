import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from '../../cli/integrators/sandbox-account-actions.js';
import { TRIGGERS } from '../../cli/integrators/sandbox-trigger-of-each-event-type.js';
import { SCENARIOS, type ScenarioCode } from '../../connectors/loan-systems/sandbox/scenarios.js';
import { EVENT_TYPES, type EventType } from '../../core/contract/event-types.js';
import { enqueue } from '../../core/jobs/job-types-and-enqueue.js';
import { type Clock, systemClock } from '../../core/time/clock.js';
import { Tributary } from '../../sdk/src/index.js';
import type { Api } from '../support/api.js';
import { answerOf } from '../support/command.js';
import { type CommandHost, openCommandHost } from '../support/command-host.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let host: CommandHost;
let lender: Lender;
let api: Api;
let environment: Readonly<Record<string, string>>;
let tributary: Tributary;
let hurrying: NodeJS.Timeout;
const accounts = new Map<string, string>();
let aheadMs = 0;
const clock: Clock = { now: () => systemClock.now().add({ milliseconds: aheadMs }) };

beforeAll(async () => {
  host = openCommandHost();
  instance = await openTestInstance({ clock });
  lender = await instance.lender();
  api = await lender.api();
  for (const code of Object.keys(SCENARIOS) as ScenarioCode[]) accounts.set(code, await lender.sandboxAccount(code));
  const { plaintext: apiKey } = await lender.key();
  const { baseUrl, secureUrl } = instance;
  environment = { TRIBUTARY_BASE_URL: baseUrl, TRIBUTARY_SECURE_URL: secureUrl, TRIBUTARY_API_KEY: apiKey };
  tributary = new Tributary({ baseUrl, secureUrl, apiKey });
  // Runs the worker's job of every minute.
  const { db } = instance.resources;
  hurrying = setInterval(() => {
    for (const job of ['autopay_due', 'processor_pull'] as const) void enqueue(db, job, {}, { delayMs: 0, key: job });
  }, 500);
});
afterAll(async () => {
  clearInterval(hurrying);
  await host.close();
  await instance.close();
});

/** The dispute comes a minute later, and the processor is polled every minute. */
const DISPUTED_AFTER_MS = 121_000;
const TRIGGERED = EVENT_TYPES.filter((type) => typeof TRIGGERS[type] !== 'string');
const eventsOf = async (object: string, type: EventType) =>
  (await api.get(`/v1/events?object_id=${object}&type=${type}`)).json.items;

describe('every event type that a sandbox can produce', () => {
  it.each(TRIGGERED)('%s happens, and the objects created for it are cleaned up', async (type) => {
    const how = TRIGGERS[type];
    if (typeof how === 'string') throw new Error(how);
    const sandbox = await Sandbox.at(tributary, how.on, undefined);
    const object = await how.run(sandbox);
    if (type === 'autopay_run.reversed') {
      await expect.poll(() => eventsOf(object, 'autopay_run.posted')).toHaveLength(1);
      aheadMs += DISPUTED_AFTER_MS;
    }
    await expect.poll(() => eventsOf(object, type)).toHaveLength(1);
    expect(await sandbox.putAway()).toEqual([]);
    const { rows } = await instance.resources.pool.query(
      `select id from autopay_schedule where status in ('active', 'paused')
        union all select id from payment_method where is_active`,
    );
    expect(rows).toEqual([]);
  });

  it('exactly the types that it cannot produce have a reason', () => {
    const reasons = EVENT_TYPES.filter((type) => !TRIGGERED.includes(type));
    expect(reasons).toEqual([
      'autopay_run.held',
      'autopay_run.missed',
      ...EVENT_TYPES.filter((type) => type.startsWith('dispute.')),
      'account.status_changed',
      'account.flag_set',
      'account.flag_lifted',
      'loan_system.unreachable',
      'loan_system.recovered',
      'webhook_endpoint.failing',
      'webhook_endpoint.disabled',
      'webhook_endpoint.test',
    ]);
  });
});

describe('tributary trigger', () => {
  it('triggers it in a separate process, and prints the event', async () => {
    const event = await answerOf(['trigger', 'payment.failed'], environment);
    expect(event).toMatchObject({ type: 'payment.failed', status: 'failed', code: 'not_posted' });
    expect(await eventsOf(event.object_id, 'payment.failed')).toEqual([event]);
    const { account_id } = (await api.get(`/v1/payments/${event.object_id}`)).json;
    expect(account_id).toBe(accounts.get('SBX-UNCONFIRMED-LOST'));
  });

  it('--list shows every type without a key', async () => {
    const { types } = await host.answerOf(['trigger', '--list'], {});
    expect(types.map(({ type }: { type: string }) => type)).toEqual(EVENT_TYPES);
    expect((await host.run(['trigger', '--list'], {})).stdout).toMatch(/loan_system\.unreachable +not: /);
  });

  it('uses no account outside the sandbox, whatever its number', async () => {
    const real = await lender.ledgerAccount();
    const other = await instance.lender('Numbers its loans so');
    const { pool } = instance.resources;
    const disguised = await other.ledgerAccount();
    await pool.query("update account set external_contract_number = 'SBX-POSTS' where id = $1", [disguised]);
    const counted = async () => (await pool.query('select count(*)::int as n from collected_payment')).rows[0].n;
    const before = await counted();
    const named = await host.run(['trigger', 'payment.posted', '--account', real], environment);
    expect([named.code, named.stderr]).toEqual([
      1,
      expect.stringMatching(/is a real account, in the loan system ledger: only sandbox accounts can be triggered/),
    ]);
    const found = await host.run(['trigger', 'payment.posted'], {
      ...environment,
      TRIBUTARY_API_KEY: (await other.key()).plaintext,
    });
    expect([found.code, found.stderr]).toEqual([1, expect.stringMatching(/reaches no sandbox account SBX-POSTS/)]);
    expect(await counted()).toBe(before);
  });

  it.each<[string, readonly string[], Readonly<Record<string, string>>, number, RegExp]>([
    ['no type', [], {}, 2, /name an event type; --list shows them/],
    ['an unknown type', ['payment.lost'], {}, 2, /there is no event type payment\.lost/],
    [
      'a type that a sandbox cannot produce',
      ['account.status_changed'],
      {},
      2,
      /sandbox accounts do not change status/,
    ],
    ['a card without the secure host', ['payment_method.created'], { TRIBUTARY_SECURE_URL: '' }, 2, /--secure-url/],
    [
      'a sandbox account that behaves otherwise',
      ['payment.failed', '--account', 'SBX-POSTS'],
      {},
      1,
      /this needs the sandbox account SBX-UNCONFIRMED-LOST; .* is SBX-POSTS/,
    ],
    [
      'an account that does not exist',
      ['payment.posted', '--account', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
      {},
      1,
      /account_not_found/,
    ],
  ])('%s: an error in one line', async (_, words, changed, code, says) => {
    const given = words.map((word) => accounts.get(word) ?? word);
    const ended = await host.run(['trigger', ...given], { ...environment, ...changed });
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(says)]);
    expect(ended.stderr).not.toMatch(/\n {4}at /);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '../../core/time/dates.js';
import { LoanSystemStatusPart } from '../../runtime/parts/loan-system-status-part.js';
import type { Api } from '../support/api.js';
import type { Environment } from '../support/command.js';
import { type CommandHost, openCommandHost } from '../support/command-host.js';
import { DOCUMENTED_PERMISSIONS } from '../support/fineract/fineract-permissions.js';
import { FINERACT_USER, type FineractServer, openFineract } from '../support/fineract/fineract-server.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const PASSWORD = 'FINERACT_TEST_PASSWORD';

let server: FineractServer;
let instance: TestInstance;
let lender: Lender;
let shell: Environment;
let commands: CommandHost;
let api: Api;

beforeAll(async () => {
  server = await openFineract();
  const environment = { [PASSWORD]: FINERACT_USER.password };
  instance = await openTestInstance({ worker: false, environment });
  lender = await instance.lender();
  api = await lender.api();
  const { config } = instance.resources;
  shell = {
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'fatal', DATABASE_URL: instance.databaseUrl, TRIBUTARY_DATA_DIR: config.dataDir },
    ...environment,
  };
  commands = openCommandHost();
});
afterAll(async () => {
  await commands.close();
  await instance.close();
  await server.close();
});
beforeEach(() => may(...DOCUMENTED_PERMISSIONS));

function may(...permissions: readonly string[]): void {
  server.permissions.clear();
  for (const permission of permissions) server.permissions.add(permission);
}
const without = (...missing: readonly string[]) =>
  may(...DOCUMENTED_PERMISSIONS.filter((permission) => !missing.includes(permission)));

const add = (code: string, ...more: readonly string[]) =>
  commands.run(
    [
      ...['loan-systems', 'add', '--code', code, '--kind', 'fineract', '--base-url', server.baseUrl],
      ...['--organization', lender.organizationId, '--setting', `username=${FINERACT_USER.username}`],
      ...['--secret', `password-env=${PASSWORD}`, ...more],
    ],
    shell,
  );
const sync = (code: string, ...more: readonly string[]) => commands.run(['loan-systems', 'sync', code, ...more], shell);
const lacks = (permission: string) => `the loan system’s user lacks the permission ${permission}`;

describe('loan-systems add', () => {
  it('accepts a user with exactly the documented permissions', async () => {
    const added = await add('exact');
    expect([added.code, added.stdout]).toEqual([0, expect.not.stringContaining('permission')]);
  });

  it('names each permission without which nothing can be synced, and adds nothing', async () => {
    without('READ_CLIENT');
    expect(await add('clients')).toMatchObject({ code: 1, stderr: expect.stringContaining(lacks('READ_CLIENT')) });
    may();
    const refused = await add('nothing');
    expect(refused.stderr).toContain(`${lacks('READ_LOAN')}; ${lacks('READ_CLIENT')}`);
  });

  it('warns of permissions without which something does not work', async () => {
    without('REPAYMENT_LOAN', 'READ_GROUP');
    const added = await add('reader');
    expect(added.code).toBe(0);
    expect(added.stdout).toContain(`Warning: ${lacks('REPAYMENT_LOAN')}: no payment can be posted\n`);
    expect(added.stdout).toContain(`Warning: ${lacks('READ_GROUP')}: loans of groups cannot be read\n`);
  });

  it('names a business date that is too far away', async () => {
    const { book } = server;
    const loan = book.loan();
    book.businessDate = addDays(book.today(), -30);
    const refused = await add('old');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain(`the loan system’s business date is ${book.businessDate}, more than 5 days away`);
    expect((await add('old', '--setting', 'business-day-tolerance=30')).code).toBe(0);
    book.businessDate = undefined;
    book.loans.delete(loan.id);
  });
});

describe('loan-systems sync', () => {
  beforeAll(async () => {
    may(...DOCUMENTED_PERMISSIONS);
    await add('core');
    // More than a circuit breaker needs to open; one of them cannot be stored anyway.
    for (let count = 0; count < 12; count += 1) server.book.loan();
    server.book.loan({ currency: 'KES' });
  });

  it.each(['READ_LOAN', 'READ_CLIENT'])('fails, and names the missing permission %s', async (permission) => {
    without(permission);
    const failed = await sync('core', '--full');
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(lacks(permission)) });
    const listed = await commands.run(['loan-systems', 'list'], shell);
    expect(listed.stdout).toContain(lacks(permission));
  });

  it('reads the loans that it may, and names what is missing for the others', async () => {
    server.book.groups.set(31, { name: 'Weavers', members: [] });
    for (let count = 0; count < 7; count += 1) server.book.loan({ groupId: 31 });
    without('READ_GROUP');
    const synced = await sync('core', '--full');
    expect(synced).toMatchObject({ code: 0, stdout: expect.stringMatching(/ 12 read .* 7 failed/) });
    expect(synced.stdout).toContain(`Warning: ${lacks('READ_GROUP')}\n`);
    const listed = await commands.run(['loan-systems', 'list'], shell);
    expect(listed.stdout).toContain(`7 loans could not be read: ${lacks('READ_GROUP')}`);
  });

  it('reads everything once it may', async () => {
    expect(await sync('core', '--full')).toMatchObject({ code: 0, stdout: expect.stringContaining('0 failed') });
  });
});

describe('a business date that is too far away', () => {
  let part: LoanSystemStatusPart;
  afterAll(() => part.stop());

  const exceptions = async () =>
    (
      await instance.resources.pool.query(
        `select detail->>'problem' as problem, resolved_at is null as "isOpen" from operator_exception
          where kind = 'loan_system_misconfigured' and subject_id = 'core'`,
      )
    ).rows;

  it('POST /v1/accounts/{id}/payments › 503 posting_unavailable and an operator exception, until the date is right', async () => {
    const { book } = server;
    await instance.resources.addedSystems.refresh();
    part = new LoanSystemStatusPart(instance.resources, 'start');
    await part.start();
    const account = await accountOf();
    const pay = (key: string) => api.record(account, { amount_cents: 1_000 }, key);
    book.businessDate = addDays(book.today(), -30);
    expect(await pay('stale')).toMatchObject({ status: 503, json: { detail: { error_code: 'posting_unavailable' } } });
    await expect
      .poll(exceptions)
      .toEqual([{ problem: expect.stringContaining(`business date is ${book.businessDate}`), isOpen: true }]);
    book.isBusinessDateEnabled = false;
    expect(await pay('stale'), 'the same key is free').toMatchObject({ status: 201 });
    // However many payments there are, the part asks for the business day.
    const afterPaying = async () => {
      await api.record(account, { amount_cents: 1 });
      return exceptions();
    };
    await expect
      .poll(afterPaying, { timeout: 40_000, interval: 1_000 })
      .toEqual([{ problem: expect.any(String), isOpen: false }]);
    book.isBusinessDateEnabled = true;
    expect(await pay('again')).toMatchObject({ status: 503 });
    await expect.poll(exceptions).toMatchObject([{ isOpen: true }]);
  });

  it('loan-systems remove › closes the exception too, without a running part', async () => {
    await part.stop();
    expect(await commands.run(['loan-systems', 'remove', 'core', '--force'], shell)).toMatchObject({ code: 0 });
    expect(await exceptions()).toMatchObject([{ isOpen: false }]);
  });

  it('a part that starts closes one that a killed part raised while its loan system was being removed', async () => {
    await instance.resources.pool.query(
      `update operator_exception set resolved_at = null, resolved_by = null, resolution = null where subject_id = 'core'`,
    );
    await instance.resources.addedSystems.refresh();
    part = new LoanSystemStatusPart(instance.resources, 'start');
    await part.start();
    expect(await exceptions()).toMatchObject([{ isOpen: false }]);
  });
});

/** The account of the first loan. */
async function accountOf(): Promise<string> {
  const { rows } = await instance.resources.pool.query(
    `select id from account where loan_system_code = 'core' order by external_id limit 1`,
  );
  return String(rows[0]?.id);
}

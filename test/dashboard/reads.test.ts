import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyUses } from '../../core/auth/api-keys/last-used.js';
import { SimulatedClock, systemClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { type Ask, graphClient, RECORD } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { type Populated, populate } from '../support/populated.js';
import { populateFailedJob } from '../support/populated-administration.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let sql: pg.Client;
let lender: Lender;
let populated: Populated;
let ask: Ask;
let admin: Ask;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  sql = new pg.Client(instance.databaseUrl);
  await sql.connect();
  const other = await instance.lender('Birch Credit');
  lender = await instance.lender();
  populated = await populate(sql, lender, 1_000_000);
  await populate(sql, other, 3_000_000);
  ask = graphClient(instance.graphqlUrl, (await lender.api()).token);
  admin = graphClient(instance.graphqlUrl, await operatorToken(instance.resources, { subject: 'ola', role: 'admin' }));
});
afterAll(async () => {
  await sql.end();
  await instance.close();
});

interface Row {
  readonly id: string;
  readonly status: string;
  readonly amountCents: number | null;
}
const all = async (
  field: string,
  asked: string,
  by = ask,
): Promise<readonly (Row & Readonly<Record<string, unknown>>)[]> => {
  const { json } = await by(`{ ${field}(limit: 1000${asked}) { items { id status amountCents } } }`);
  expect(json.errors).toBeUndefined();
  return json.data[field].items;
};
const centsOf = (rows: readonly Row[]) => rows.reduce((total, { amountCents }) => total + (amountCents ?? 0), 0);

describe.each([
  ['paymentCounts', 'payments', 'payments'],
  ['autopayRunCounts', 'autopayRuns', 'runs'],
] as const)('%s', (counts, list, counted) => {
  it.each(['', ', from: "2020-01-01"', ', from: "2999-01-01"'])(
    'equal the list’s rows and sums, status by status (%j)',
    async (range) => {
      const { json } = await ask(
        `{ ${counts}${range && `(${range.slice(2)})`} { status ${counted} amountCents isExact } }`,
      );
      const sums: readonly (Row & Readonly<Record<string, number>>)[] = json.data[counts];
      const rows = await all(list, range);
      expect(sums.length).toBeGreaterThan(5);
      expect(sums).toEqual(
        await Promise.all(
          sums.map(async ({ status }) => {
            const own = rows.filter((row) => row.status === status);
            expect(await all(list, `${range}, statuses: [${status}]`)).toEqual(own);
            return { status, [counted]: own.length, amountCents: centsOf(own), isExact: true };
          }),
        ),
      );
      expect(sums.reduce((total, row) => total + (row[counted] ?? 0), 0)).toBe(rows.length);
      expect(rows.length > 0).toBe(!range.includes('2999'));
    },
  );

  it('cover only the requested statuses', async () => {
    const fields = `{ status ${counted} amountCents isExact }`;
    const wanted = ['failed', 'reversed'];
    const { json } = await ask(
      `{ every: ${counts} ${fields} some: ${counts}(statuses: [${wanted.join(', ')}]) ${fields} none: ${counts}(statuses: []) ${fields} }`,
    );
    const every: readonly { readonly status: string }[] = json.data.every;
    expect(json.data.some).toHaveLength(wanted.length);
    expect(json.data.some).toEqual(every.filter(({ status }) => wanted.includes(status)));
    expect(json.data.none).toEqual([]);
  });

  it('several statuses return the rows of each, newest first; with a single status too, the rows that match both', async () => {
    const rows = await all(list, '');
    const statuses = [...new Set(rows.map(({ status }) => status))].slice(0, 2);
    expect(statuses.length).toBe(2);
    const both = await all(list, `, statuses: [${statuses.join(', ')}]`);
    expect(both).toEqual(rows.filter(({ status }) => statuses.includes(status)));
    expect(await all(list, `, statuses: [${statuses[0]}], status: ${statuses[1]}`)).toEqual([]);
    expect(await all(list, `, statuses: []`)).toEqual([]);
  });
});

describe('payments', () => {
  it.each([
    [
      ', paymentMethods: [check]',
      'payment_method',
      (row: Record<string, unknown>) => row['payment_method'] === 'check',
    ],
    [
      ', minAmountCents: 5000, maxAmountCents: 20000',
      'amount_cents',
      (row: Record<string, unknown>) => Number(row['amount_cents']) >= 5_000 && Number(row['amount_cents']) <= 20_000,
    ],
    [
      ', loanSystemCode: "sandbox"',
      'loan_system_code',
      (row: Record<string, unknown>) => row['loan_system_code'] === 'sandbox',
    ],
  ])('%s return exactly the matching rows', async (asked, _, isSought) => {
    const accountId = await lender.ledgerAccount();
    const check = { amountCents: 20_001, paymentMethod: 'check', checkNumber: 7 };
    await ask(RECORD, { accountId, key: randomUUID(), input: check });
    const rows = await sql.query<Record<string, unknown>>(
      `select c.id, c.payment_method::text, c.amount_cents, a.loan_system_code from collected_payment c
       join account a on a.organization_id = c.organization_id and a.id = c.account_id
       where c.organization_id = $1 order by c.id desc`,
      [lender.organizationId],
    );
    const sought = rows.rows.filter(isSought).map(({ id }) => id);
    expect((await all('payments', asked)).map(({ id }) => id)).toEqual(sought);
    expect(sought.length).toBeGreaterThan(0);
    expect(sought.length).toBeLessThan(rows.rows.length);
  });

  it('by text: a reference, a note, an account number and, for callers that may read persons, a name; never a wildcard', async () => {
    const accountId = await lender.ledgerAccount();
    const input = { amountCents: 123, paymentMethod: 'cash', externalReference: 'till 90%_z', memo: 'Window Nine' };
    const { payment } = (await ask(RECORD, { accountId, key: randomUUID(), input })).json.data.recordPayment;
    const { json } = await ask(`{ account(id: "${accountId}") { externalContractNumber } }`);
    const found = async (text: string, by = ask) =>
      (
        await by('query ($text: String) { payments(text: $text, limit: 1000) { items { id } } }', { text })
      ).json.data.payments.items.map(({ id }: Row) => id);
    for (const text of ['90%_Z', 'window n', json.data.account.externalContractNumber.slice(3)]) {
      expect(await found(text)).toEqual([payment.id]);
    }
    expect(await found('9_%_z')).toEqual([]);
    expect(await found('ada borr')).toContain(payment.id);
    const blind = graphClient(instance.graphqlUrl, (await lender.api(['external_payments:read'])).token);
    expect(await found('ada borr', blind)).toEqual([]);
  });

  it('a text that is empty or too long is refused', async () => {
    for (const text of ['', 'x'.repeat(101)]) {
      for (const list of ['payments', 'persons']) {
        const { json } = await ask(`query ($text: String) { ${list}(text: $text) { page { limit } } }`, { text });
        expect([list, json.errors[0].extensions.code]).toEqual([list, 'validation_failed']);
      }
    }
  });
});

describe('persons', () => {
  it('by text: part of a name, in any case; a caller that may not read persons is refused', async () => {
    const personId = await lender.person('Zelda Quartz');
    await lender.coBorrower(await lender.ledgerAccount(), personId);
    const read = '{ persons(text: "da quar") { items { id } } }';
    expect((await ask(read)).json.data.persons.items).toEqual([{ id: personId }]);
    const blind = graphClient(instance.graphqlUrl, (await lender.api(['accounts:read'])).token);
    expect((await blind(read)).json.errors[0].extensions.code).toBe('insufficient_scope');
  });
});

describe('operatorExceptionCounts', () => {
  it('equal the open exceptions of the list, kind by kind', async () => {
    const within = `organizationId: "${lender.organizationId}"`;
    const { json } = await admin(`{
      operatorExceptionCounts(${within}) { kind open oldestAt }
      operatorExceptions(${within}, isResolved: false, limit: 1000) { items { kind createdAt } }
    }`);
    const { items } = json.data.operatorExceptions;
    expect(items.length).toBeGreaterThan(0);
    for (const { kind, open, oldestAt } of json.data.operatorExceptionCounts) {
      const own = items.filter((item: { kind: string }) => item.kind === kind);
      expect([kind, open, oldestAt]).toEqual([kind, own.length, own.at(-1).createdAt]);
    }
    const kinds = new Set(items.map((item: { kind: string }) => item.kind));
    expect(json.data.operatorExceptionCounts).toHaveLength(kinds.size);
  });
});

describe('failedJobCounts', () => {
  it('equal the failed jobs of the list, given up and retrying', async () => {
    await populateFailedJob(sql);
    const { json } = await admin(
      '{ failedJobCounts { retrying givenUp isExact } failedJobs(limit: 1000) { items { isGivenUp } } }',
    );
    const { items } = json.data.failedJobs;
    const givenUp = items.filter((job: { isGivenUp: boolean }) => job.isGivenUp).length;
    expect(json.data.failedJobCounts).toEqual({ retrying: items.length - givenUp, givenUp, isExact: true });
    expect(givenUp).toBeGreaterThan(0);
  });
});

describe('Account.timeline', () => {
  const ENTRY = 'id kind happenedAt effectiveOn type status amountCents takenBackAt isNsf attempts nextTryOn';
  const timeline = async (accountId: string, by = ask, asked = 'limit: 1000') => {
    const { json } = await by(
      `{ account(id: "${accountId}") { timeline(${asked}) { items { ${ENTRY} } page { nextCursor } } } }`,
    );
    expect(json.errors).toBeUndefined();
    return json.data.account.timeline;
  };
  type Entry = Readonly<Record<'id' | 'kind' | 'happenedAt' | 'type' | 'status', string>> & {
    amountCents: number;
    isNsf: boolean;
  };

  it('has each payment once, with its return, and all other transactions, events, schedules and runs of the loan', async () => {
    const { items } = await timeline(populated.accountId);
    const counted = await sql.query<{ kind: string; ids: string[] }>(
      `select 'payment' as kind, array_agg(id) as ids from collected_payment where organization_id = $1 and account_id = $2
       union all select 'autopay_run', array_agg(id) from autopay_run where organization_id = $1 and account_id = $2
       union all select 'schedule', array_agg(id) from autopay_schedule where organization_id = $1 and account_id = $2
       union all select 'lifecycle_event', array_agg(id) from lifecycle_event where organization_id = $1 and account_id = $2`,
      [lender.organizationId, populated.accountId],
    );
    for (const { kind, ids } of counted.rows) {
      const shown = items.filter((entry: Entry) => entry.kind === kind).map(({ id }: Entry) => id);
      expect([kind, shown.toSorted()]).toEqual([kind, (ids ?? []).toSorted()]);
      expect([kind, shown.length > 0]).toEqual([kind, true]);
    }
    const returned = items.find((entry: Entry) => entry.kind === 'payment' && entry.status === 'reversed');
    expect(returned).toMatchObject({ isNsf: true, takenBackAt: expect.any(String) });
    // The return's fee is a transaction of its own; payments and their reversals have no second entry.
    const types = items.filter(({ kind }: Entry) => kind === 'transaction').map(({ type }: Entry) => type);
    expect(types).toContain('fee');
    const postings = await sql.query<{ id: string }>(
      `select t.id from transaction t join collected_payment c on c.organization_id = t.organization_id and c.account_id = t.account_id
         and c.posting_external_id = t.external_id where t.organization_id = $1 and t.account_id = $2
       union all select t.id from transaction t where t.organization_id = $1 and t.account_id = $2 and t.type = 'nsf'`,
      [lender.organizationId, populated.accountId],
    );
    expect(postings.rows.length).toBeGreaterThan(2);
    const ids = items.map(({ id }: Entry) => id);
    for (const { id } of postings.rows) expect(ids).not.toContain(id);
  });

  it('is ordered newest first, and pages return the same entries', async () => {
    const { items } = await timeline(populated.accountId);
    const instants = items.map(({ happenedAt }: Entry) => happenedAt ?? '');
    expect(instants).toEqual(instants.toSorted().reverse());
    const walked: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await timeline(populated.accountId, ask, `limit: 2${cursor && `, cursor: "${cursor}"`}`);
      walked.push(...page.items);
      cursor = page.page.nextCursor;
    }
    expect(walked).toEqual(items);
    expect(walked.length).toBeGreaterThan(4);
  });

  it('shows exceptions to operators only; without a required scope it is null, next to the account', async () => {
    const accountId = await lender.ledgerAccount();
    const { payment } = (
      await ask(RECORD, { accountId, key: randomUUID(), input: { amountCents: 5, paymentMethod: 'cash' } })
    ).json.data.recordPayment;
    await sql.query(
      `insert into operator_exception (id, organization_id, kind, subject_id, detail) values ($1, $2, 'posted_after_failed', $3, '{}')`,
      [`${'7'.repeat(25)}A`, lender.organizationId, payment.id],
    );
    const kinds = async (by: Ask) => (await timeline(accountId, by)).items.map(({ kind }: Entry) => kind);
    expect(await kinds(admin)).toContain('exception');
    expect(await kinds(ask)).not.toContain('exception');
    const narrow = graphClient(instance.graphqlUrl, (await lender.api(['accounts:read', 'transactions:read'])).token);
    const { json } = await narrow(`{ account(id: "${accountId}") { id timeline { page { limit } } } }`);
    expect([json.data.account, json.errors[0].extensions.code]).toEqual([
      { id: accountId, timeline: null },
      'insufficient_scope',
    ]);
  });

  it('shows a payment received outside Tributary as a transaction', async () => {
    const accountId = await lender.ledgerAccount();
    await sql.query(
      `insert into transaction (id, organization_id, account_id, type, amount_cents, effective_at, sort_on, external_id)
       values ($1, $2, $3, 'payment', 77, '2020-02-03', '2020-02-03', 'lockbox-1'), ($4, $2, $3, 'payment', 78, null, '-infinity', 'lockbox-2')`,
      ['01E00000000000000000000000', lender.organizationId, accountId, '01E00000000000000000000001'],
    );
    const { items } = await timeline(accountId);
    expect(items.slice(-2)).toEqual([
      expect.objectContaining({
        kind: 'transaction',
        type: 'payment',
        amountCents: 77,
        happenedAt: '2020-02-03T05:00:00.000Z',
      }),
      expect.objectContaining({ amountCents: 78, happenedAt: null, effectiveOn: null }),
    ]);
  });
});

describe('Account.payoff', () => {
  it('on a day equals that day’s quote; a past day is refused', async () => {
    const accountId = await lender.ledgerAccount();
    const on = addDays(servicingDate(systemClock.now()), 20);
    const { json } = await ask(`{
      account(id: "${accountId}") { payoff { amountCents } later: payoff(on: "${on}") { amountCents asOf } }
      payoffQuote(accountId: "${accountId}", on: "${on}") { amountCents appliedOn }
    }`);
    const { amountCents, appliedOn } = json.data.payoffQuote;
    expect(json.data.account.later).toEqual({ amountCents, asOf: appliedOn });
    expect(amountCents).toBeGreaterThan(json.data.account.payoff.amountCents);
    const refused = await ask(`{ account(id: "${accountId}") { payoff(on: "2001-01-01") { amountCents } } }`);
    expect(refused.json.errors[0].extensions.code).toBe('validation_failed');
  });

  it('on a day is null for a loan that takes no payments', async () => {
    const on = addDays(servicingDate(systemClock.now()), 3);
    const { json } = await ask(
      `{ account(id: "${await lender.sandboxAccount('SBX-NOT-PAYABLE')}") { payoff(on: "${on}") { amountCents } } }`,
    );
    expect([json.errors, json.data.account.payoff]).toEqual([undefined, null]);
  });
});

describe('ApiKey.lastUsedAt', () => {
  it('is written at most once an hour, after the responses', async () => {
    const { prefix } = await lender.key();
    const clock = new SimulatedClock('2026-11-18T15:00:00Z');
    const uses = new KeyUses({ ...instance.resources, clock });
    const lastUsedAt = async () => {
      const { json } = await admin('{ apiKeys { prefix lastUsedAt } }');
      return json.data.apiKeys.find((key: { prefix: string }) => key.prefix === prefix).lastUsedAt;
    };
    expect(await lastUsedAt()).toBeNull();
    const use = async (minutesLater: number, by = uses) => {
      clock.moveTo(clock.now().add({ minutes: minutesLater }));
      by.note(prefix);
      await by.write();
      return lastUsedAt();
    };
    expect(await use(0)).toBe('2026-11-18T15:00:00.000Z');
    expect(await use(59)).toBe('2026-11-18T15:00:00.000Z');
    // Another process with no record of the use does not write within the hour either.
    expect(await use(0, new KeyUses({ ...instance.resources, clock }))).toBe('2026-11-18T15:00:00.000Z');
    expect(await use(1)).toBe('2026-11-18T16:00:00.000Z');
  });

  it('is recorded for a key that is used, directly or by its token', async () => {
    const { plaintext, prefix } = await lender.key();
    await graphClient(instance.graphqlUrl, plaintext)('{ organizations { page { limit } } }');
    await expect
      .poll(
        async () =>
          (await sql.query('select last_used_at from api_key where prefix = $1', [prefix])).rows[0]?.last_used_at,
      )
      .not.toBeNull();
  });
});

describe('Organization.timeZone', () => {
  const CHANGE = `mutation ($id: ID!, $timeZone: String) {
    updateOrganization(id: $id, input: { timeZone: $timeZone }) { timeZone today } }`;

  it('defaults to New York; an admin sets it, audited, and `today` follows', async () => {
    const id = (await instance.lender('Cedar Lending')).organizationId;
    const read = async () => (await admin(`{ organization(id: "${id}") { timeZone today } }`)).json.data.organization;
    expect(await read()).toEqual({ timeZone: 'America/New_York', today: servicingDate(systemClock.now()) });
    const zone = 'Pacific/Kiritimati';
    const today = systemClock.now().toZonedDateTimeISO(zone).toPlainDate().toString();
    const changed = await admin(CHANGE, { id, timeZone: zone });
    expect(changed.json.data.updateOrganization).toEqual({ timeZone: zone, today });
    const audit = await admin(`{ auditLog(subject: "${id}") { items { action before after } } }`);
    expect(audit.json.data.auditLog.items).toContainEqual({
      action: 'organization.update',
      before: { time_zone: 'America/New_York' },
      after: { time_zone: zone },
    });
  });

  it('refuses an unknown time zone, and callers other than admins', async () => {
    const id = lender.organizationId;
    for (const timeZone of ['Mars/Olympus', '+02:00', '']) {
      expect((await admin(CHANGE, { id, timeZone })).json.errors[0].extensions.code).toBe('validation_failed');
    }
    expect((await ask(CHANGE, { id, timeZone: 'UTC' })).json.errors[0].extensions.code).toBe('insufficient_scope');
  });
});

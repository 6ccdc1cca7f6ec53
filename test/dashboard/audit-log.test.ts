import type { Browser, Page } from 'playwright-core';
import { encodeTime } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { accessibility, openDashboard, overflowing } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { demoSession } from '../support/demo-session.js';
import { operatorToken } from '../support/operators.js';
import { countOf, settled, textOf, textsOf, waitUntilAbsent } from '../support/settled-page.js';

/* The audit log: by loan, person and word, readable, and as a file for an examiner. */

let demo: DemoInstance;
let origin: string;
let browser: Browser;
let loan: string;
let borrower: string;
let lender: string;
let personId: string;

const rows = async (text: string, values: readonly unknown[] = []) =>
  (await demo.instance.resources.pool.query(text, [...values])).rows;

/** An act on an object, as the product records it. */
async function act(action: string, subject: string, states: { readonly before?: object; readonly after?: object }) {
  await rows(
    `insert into audit_log (id, actor, actor_kind, actor_name, action, subject, organization_id, before, after)
     values ($1, 'u-77', 'operator', $2, $3, $4, $5, $6, $7)`,
    [newId(), '=Zoë O’Neill', action, subject, lender, states.before ?? null, states.after ?? null],
  );
}

beforeAll(async () => {
  ({ demo, origin, browser, loan, borrower } = await openDemoDashboard());
  const [found] = await rows('select organization_id, primary_borrower_party_id from account where id = $1', [
    loan.replace('/accounts/', ''),
  ]);
  lender = found.organization_id;
  personId = found.primary_borrower_party_id;
  await rows("update organization set time_zone = 'America/Los_Angeles' where id = $1", [lender]);
  await act('ledger_loan.adjust', loan.replace('/accounts/', ''), {
    before: { amount_cents: 1250, is_active: false, synced_through: '2026-11-18T07:30:00Z' },
    after: { amount_cents: 4321, is_active: true, roles: { [lender]: 'agent' }, effective_on: '2026-11-17' },
  });
  await act('person.correct', personId, { after: { email: `${'0'.repeat(16)}.${'1'.repeat(16)}.${'2'.repeat(64)}` } });
}, 300_000);
afterAll(() => demo?.instance.close());

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  const table = (page: Page) => page.getByRole('table', { name: 'Audit log' });
  const entries = (page: Page) => table(page).getByRole('button', { name: /^Details/ });

  it('a loan’s page links to the acts on the loan; the filter shows the loan and can be removed', async () => {
    const { page, complaints, close } = await openDashboard(browser, origin, { path: loan });
    await page.getByRole('link', { name: 'Audit log' }).and(page.locator('main a')).click();
    const filter = page.getByRole('button', { name: /^Remove the filter Loan/ });
    await filter.getByText(borrower).waitFor();
    expect(await textsOf(entries(page))).toEqual(['Details']);
    await filter.click();
    await waitUntilAbsent(filter);
    expect(await countOf(entries(page))).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a loan’s acts include those on exceptions of its payments; the page says what is not included', async () => {
    const [payment] = await rows(
      'select id, account_id from collected_payment where organization_id = $1 and account_id <> $2 order by id limit 1',
      [lender, loan.replace('/accounts/', '')],
    );
    const exception = newId();
    await rows(
      `insert into operator_exception (id, organization_id, kind, subject_id, detail)
       values ($1, $2, 'posting_differs', $3, '{}')`,
      [exception, lender, payment.id],
    );
    await act('operator_exception.resolve', exception, { after: { resolution: 'Called the borrower.' } });
    const { page, close } = await openDashboard(browser, origin, { path: `/admin/audit?loan=${payment.account_id}` });
    await table(page).getByText(exception).waitFor();
    await page.getByText('not on tie-out differences').waitFor();
    await close();
  });

  it('a borrower’s page links to the acts on the person', async () => {
    const { page, close } = await openDashboard(browser, origin, { path: `/borrowers/${personId}` });
    await page.locator('main').getByRole('link', { name: 'Audit log' }).click();
    await page
      .getByRole('button', { name: /^Remove the filter Borrower/ })
      .getByText(borrower)
      .waitFor();
    expect(await textOf(table(page))).toContain('Person: correct');
    expect(await textOf(table(page))).toContain('Recorded as a digest');
    await close();
  });

  it('words find an entry; its dialog shows before and after side by side, in words, dollars and the lender’s time', async () => {
    const { page, complaints, close } = await openDashboard(browser, origin, { path: '/admin/audit' });
    await page.getByRole('searchbox', { name: 'Actor, action or object' }).fill('adjust oneill');
    await settled(page);
    expect(await countOf(entries(page))).toBe(1);
    await entries(page).click();
    const dialog = page.getByRole('dialog');
    const field = async (name: string) => textsOf(dialog.getByRole('row').filter({ hasText: name }).getByRole('cell'));
    expect(await field('Amount')).toEqual(['Amount', '$12.50', '$43.21']);
    expect(await field('Is active')).toEqual(['Is active', 'No', 'Yes']);
    // 07:30 UTC is the evening before in Los Angeles.
    expect(await field('Synced through')).toEqual(['Synced through', 'Nov 17, 2026, 11:30 PM', '–']);
    expect(await field('Effective on')).toEqual(['Effective on', '–', 'Nov 17, 2026']);
    expect(await field('Roles')).toEqual([`Roles, ${lender}`, '–', 'agent']);
    expect(await accessibility(page)).toEqual([]);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      expect([width, await overflowing(page)]).toEqual([width, []]);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('a search says how far back it has come, and goes on when it is asked to', async () => {
    // Older than every other entry; the first one is found last.
    await rows(
      `insert into audit_log (id, actor, actor_kind, action, subject, organization_id, occurred_at)
       select '01A' || lpad(n::text, 23, '0'), 'u-78', 'operator', 'note.add', case when n = 1 then 'oldest of all' else 'hay' end, $1,
         timestamptz '2010-01-01' + n * interval '1 minute' from generate_series(1, 20100) n`,
      [lender],
    );
    const { page, complaints, close } = await openDashboard(browser, origin, { path: '/admin/audit?text=oldest' });
    const searched = page.getByText(/^Searched back to .*Older entries were not searched yet/);
    await searched.waitFor();
    await page.getByText('No entries found so far').waitFor();
    expect(await accessibility(page)).toEqual([]);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      expect([width, await overflowing(page)]).toEqual([width, []]);
    }
    await page.getByRole('button', { name: 'Search further back' }).click();
    await table(page).getByText('oldest of all').waitFor();
    await waitUntilAbsent(searched);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('GET /exports/lists/audit', () => {
  const read = async (variables: object, headers: Readonly<Record<string, string>>) => {
    const search = new URLSearchParams({ variables: JSON.stringify(variables) });
    const answer = await fetch(`${origin}/exports/lists/audit?${search}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  const session = async (role: 'supervisor' | 'admin') => {
    const { cookie, token } = await demoSession(origin, role);
    return { cookie, 'x-csrf-token': token };
  };

  it('has exactly the filtered entries, with formulas as text and times in the lender’s zone, and is itself recorded', async () => {
    const file = await read({ accountId: loan.replace('/accounts/', '') }, await session('admin'));
    const [head, ...lines] = file.text.trim().split('\n');
    expect([file.status, head, lines.length]).toEqual([
      ...[200, 'When,Time zone,Actor,Actor name,Actor type,Action,Object,Lender,Before,After,Request ID,Entry ID', 1],
    ]);
    expect(lines[0]).toContain(`America/Los_Angeles,u-77,'=Zoë O’Neill,operator,ledger_loan.adjust,`);
    expect(lines[0]).toContain('""amount_cents"": 4321');
    const [begun] = await rows(
      "select subject, after from audit_log where action = 'list.export' and subject = 'audit' order by id desc limit 1",
    );
    expect(begun.after.filters).toMatchObject({ account_id: loan.replace('/accounts/', '') });
    const none = await read({ text: 'no such word anywhere' }, await session('admin'));
    expect([none.status, none.text.trim().split('\n').length]).toEqual([200, 1]);
  });

  it('is for admins, at their lenders only', async () => {
    const refused = await read({}, await session('supervisor'));
    expect([refused.status, JSON.parse(refused.text).detail.error_code]).toEqual([403, 'insufficient_scope']);
    const other = demo.organizationIds.find((id) => id !== lender) ?? '';
    const token = await operatorToken(demo.instance.resources, {
      subject: 'eve',
      role: 'admin',
      organizationIds: [other],
    });
    const foreign = await read({ accountId: loan.replace('/accounts/', '') }, { authorization: `Bearer ${token}` });
    expect([foreign.status, foreign.text.trim().split('\n').length]).toEqual([200, 1]);
    const named = await read({ organizationId: lender }, { authorization: `Bearer ${token}` });
    expect([named.status, JSON.parse(named.text).detail.error_code]).toEqual([403, 'organization_out_of_scope']);
  });
});

// The last, because the other tests count the entries.
describe.skipIf(BROWSER === undefined)(`a long search, in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  it('a search that has not come to the oldest entries does not say that there are none, and keeps the focus', async () => {
    // Two and a half times what one request searches, before the entries of the other tests.
    const ids = Array.from(
      { length: 45_000 },
      (_, n) => encodeTime(Date.parse('2021-03-01') + n * 60_000) + '0'.repeat(16),
    );
    await rows(
      `insert into audit_log (id, actor, actor_kind, action, subject, organization_id, occurred_at)
       select id, 'ann', 'operator', 'note.add', 'hay', $2, '2021-03-01' from unnest($1::text[]) id`,
      [ids, lender],
    );
    const { page, complaints, close } = await openDashboard(browser, origin, { path: '/admin/audit?text=needle' });
    const further = page.getByRole('button', { name: 'Search further back' });
    const soFar = page.getByRole('heading', { name: 'No entries found so far' });
    await soFar.waitFor();
    const reached = () => textOf(page.getByText(/^Searched back to/));
    const first = await reached();
    await further.focus();
    await page.keyboard.press('Enter');
    await expect.poll(reached).not.toBe(first);
    await further.and(page.locator(':focus')).waitFor();
    await soFar.waitFor();
    for (let parts = 0; parts < 5 && (await countOf(further)) > 0; parts += 1) await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No entries match these filters' }).waitFor();
    expect(await countOf(further)).toBe(0);
    await page.locator('[role=status]:focus').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

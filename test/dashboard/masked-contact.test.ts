import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { accessibility, openDashboard } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { countOf, navigate, open, settled, textOf, waitUntilAbsent } from '../support/settled-page.js';

/* Contact data on a loan's page and a borrower's page: masked until an operator reveals it, in a real browser. */

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let loan: string;
  let personId: string;
  let values: readonly string[];

  const rows = async (text: string, given: readonly unknown[] = []) =>
    (await demo.instance.resources.pool.query(text, [...given])).rows;
  const reads = () =>
    rows("select subject, actor_kind, after from audit_log where action = 'contact_data.read' order by id");
  const button = (page: Page, name: 'Reveal' | 'Hide') =>
    page.getByRole('button', { name: new RegExp(`^${name} the contact data`) });
  /** Which of the whole values a text contains. */
  const whole = (text: string) => values.filter((value) => text.includes(value));

  beforeAll(async () => {
    ({ demo, origin, browser, loan } = await openDemoDashboard());
    const [person] = await rows(
      `select p.id, p.phone, p.email from account a join person p on p.id = a.primary_borrower_party_id where a.id = $1`,
      [loan.replace('/accounts/', '')],
    );
    personId = person.id;
    values = [person.phone, person.email];
    expect(values.every((value) => value.length > 5)).toBe(true);
  }, 300_000);
  afterAll(() => demo?.instance.close());

  it.each([
    ['a loan’s page', () => loan],
    ['a borrower’s page', () => `/borrowers/${personId}`],
  ])(
    'on %s no answer has a whole value before Reveal; a press is one recorded read of that person',
    async (_, path) => {
      const before = (await reads()).length;
      const { page, complaints, close } = await openDashboard(browser, origin, { role: 'agent', path: '/reports' });
      const sent: { operation: string; body: Promise<string> }[] = [];
      page.on('response', (response) => {
        if (!response.url().endsWith('/graphql')) return;
        const operation = String(response.request().postDataJSON().operationName);
        sent.push({ operation, body: response.text().catch(() => '') });
      });
      await navigate(page, path());
      await button(page, 'Reveal').waitFor();
      expect(await textOf(page.locator('main'))).toContain('•••');
      const bodies = await Promise.all(sent.map(({ body }) => body));
      expect([bodies.length > 0, bodies.flatMap(whole)]).toEqual([true, []]);
      expect(await reads()).toHaveLength(before);

      await button(page, 'Reveal').click();
      for (const value of values) await page.getByText(value).waitFor();
      await button(page, 'Hide').and(page.locator(':focus')).waitFor();
      expect(await accessibility(page)).toEqual([]);
      const found = await reads();
      expect(found).toHaveLength(before + 1);
      expect(found.at(-1)).toMatchObject({ subject: personId, actor_kind: 'operator' });
      await settled(page);
      expect(sent.filter(({ operation }) => operation === 'RevealContact')).toHaveLength(1);

      const kept = await page.evaluate(
        'JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }, location.href])',
      );
      expect(whole(String(kept))).toEqual([]);
      await navigate(page, '/reports');
      await page.goBack();
      await button(page, 'Reveal').waitFor();
      expect(whole(await textOf(page.locator('main')))).toEqual([]);
      expect(await reads()).toHaveLength(before + 1);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('Hide hides it again', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'agent', path: loan });
    await button(page, 'Reveal').click();
    await page.getByText(values[0] ?? '').waitFor();
    await button(page, 'Hide').click();
    await waitUntilAbsent(page.getByText(values[0] ?? ''));
    await close();
  });

  it('a viewer sees it masked, without a button', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'viewer', path: loan });
    await page.getByText('•••').first().waitFor();
    expect(await countOf(button(page, 'Reveal'))).toBe(0);
    await close();
  });

  it('a refused reading says why, and can be tried again', async () => {
    const { page, close } = await openDashboard(browser, origin, { role: 'agent', path: loan });
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName !== 'RevealContact') return route.continue();
      const extensions = { code: 'rate_limited' };
      await route.fulfill({ status: 429, json: { errors: [{ message: 'Too many reads.', extensions }] } });
    });
    await button(page, 'Reveal').click();
    await page.getByRole('alert').first().waitFor();
    expect(whole(await textOf(page.locator('main')))).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
    await button(page, 'Reveal').click();
    await page.getByText(values[0] ?? '').waitFor();
    await open(page, `${origin}${loan}`);
    await button(page, 'Reveal').waitFor();
    await close();
  });
});

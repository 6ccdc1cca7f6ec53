import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibility } from '../support/accessibility.js';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { demoSession } from '../support/demo-session.js';
import { canBeEdited, canBePressed, settled, waitUntilAbsent } from '../support/settled-page.js';

/** Runs in the browser. */
const colorOf = (element: unknown): string => Reflect.get(globalThis, 'getComputedStyle')(element).color;

/* Email templates in the dashboard: the preview shows the rendered email, and the email can do nothing. */

let demo: DemoInstance;
let origin: string;
let templateId: string;

beforeAll(async () => {
  demo = await openDemoInstance({}, { isDemo: true });
  origin = new URL(demo.instance.graphqlUrl).origin;
  const { rows } = await demo.instance.resources.pool.query<{ id: string }>(
    "select id from email_template where name = 'Payment reminder' order by id limit 1",
  );
  templateId = rows[0]?.id ?? '';
}, 300_000);
afterAll(() => demo.instance.close());

describe('POST /email-frame', () => {
  const posted = (headers: Readonly<Record<string, string>>, body: string) =>
    fetch(`${origin}/email-frame`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });
  const form = (token: string, html: string) => String(new URLSearchParams({ csrf_token: token, html }));

  it('serves the email under a policy that blocks scripts, requests and navigation', async () => {
    const { cookie, token } = await demoSession(origin, 'viewer');
    const html = '<p style="color: red">50 % & more + “café”</p>\r\n';
    const answer = await posted({ cookie }, form(token, html));
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      ...[200, 'text/html; charset=utf-8', html],
    ]);
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('refuses every caller except the dashboard’s page with a session', async () => {
    const { cookie, token } = await demoSession(origin, 'viewer');
    const other = await demoSession(origin, 'viewer');
    const refused = [
      await posted({}, form(token, 'x')),
      await posted({ cookie: `${cookie}x` }, form(token, 'x')),
      await posted({ cookie }, ''),
      await posted({ cookie }, form('', 'x')),
      await posted({ cookie }, form(other.token, 'x')),
      await posted({ cookie }, `csrf_token=${token}&html=%zz`),
      await posted({ cookie }, form(token, 'x'.repeat(4_700_000))),
      await posted({ cookie, 'content-type': 'text/plain' }, form(token, 'x')),
    ];
    const codes = await Promise.all(
      refused.map(async (answer) => {
        const { detail } = (await answer.json()) as { detail: { error_code: string } };
        return [answer.status, detail.error_code];
      }),
    );
    expect(codes).toEqual([
      [401, 'missing_token'],
      [401, 'invalid_token'],
      [403, 'csrf_token_invalid'],
      [403, 'csrf_token_invalid'],
      [403, 'csrf_token_invalid'],
      [400, 'malformed_request'],
      [413, 'payload_too_large'],
      [415, 'unsupported_media_type'],
    ]);
  });
});

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let browser: Browser;
  /** A third-party server: any request to it means that the dashboard was made to send one. */
  let stranger: Server;
  let elsewhere: string;
  const asked: string[] = [];

  beforeAll(async () => {
    browser = await workerBrowser();
    stranger = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.setHeader('access-control-allow-origin', '*').end();
    }).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  });
  afterAll(() => stranger?.close());

  it('a template is previewed while it is edited, with sample values, and stored when it is saved', async () => {
    const options = { role: 'operator', path: '/messaging' } as const;
    const { page, complaints, close } = await openDashboard(browser, origin, options);
    await page.getByRole('link', { name: 'Payment reminder' }).first().click();
    const email = page.frameLocator('iframe[title="The email"]');
    await email.getByText('Hello First name, your payment of Amount is due on Due date.').waitFor();
    await page.getByLabel('first_name').fill('Ana');
    await email.getByText('Hello Ana').waitFor();
    await page.getByLabel('HTML').fill('<p style="color: rgb(1, 2, 3)">Dear {{ first_name }},</p>');
    const line = email.getByText('Dear Ana,');
    await line.waitFor();
    expect(await line.evaluate(colorOf)).toBe('rgb(1, 2, 3)');
    await page.getByLabel('Subject').fill('{{ broken');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Subject').fill('To {{ first_name }}');
    await page.getByText('To Ana').waitFor();
    await settled(page);
    expect(await accessibility(page)).toEqual([]);
    const kept = async () =>
      (
        await demo.instance.resources.pool.query('select subject_template as it from email_template where id = $1', [
          new URL(page.url()).pathname.split('/').at(-1),
        ])
      ).rows[0].it;
    expect(await kept()).not.toContain('To {{');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(kept).toBe('To {{ first_name }}');
    await page.goBack();
    await page.getByRole('heading', { name: 'Messaging', level: 1 }).waitFor();
    // The browser reports that it did not fetch the template's own pictures from another server.
    expect(complaints.filter((text) => !text.includes('"img-src data:"'))).toEqual([]);
    await close();
  });

  it('a new one is created with a name and a subject, and edited on its page', async () => {
    const options = { role: 'operator', path: '/messaging' } as const;
    const { page, complaints, close } = await openDashboard(browser, origin, options);
    await page.getByRole('button', { name: 'New template' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Workspace/ }).waitFor();
    expect(await canBePressed(dialog.getByRole('button', { name: 'Create' }))).toBe(false);
    await dialog.getByLabel('Name').fill('Welcome');
    await dialog.getByLabel('Subject').fill('{{ broken');
    await settled(page);
    expect(await accessibility(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Subject').fill('Welcome, {{ first_name }}');
    await dialog.getByRole('button', { name: 'Create' }).dblclick();
    await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
    await page.getByText('Welcome, First name').waitFor();
    const { rows } = await demo.instance.resources.pool.query(
      "select id, subject_template as subject from email_template where name = 'Welcome'",
    );
    const id = new URL(page.url()).pathname.split('/').at(-1);
    expect(rows).toEqual([{ id, subject: 'Welcome, {{ first_name }}' }]);
    expect(complaints.filter((text) => !text.includes('"img-src data:"'))).toEqual([]);
    await close();
  });

  it('a viewer reads it and has no way to change it', async () => {
    const path = `/messaging/templates/${templateId}`;
    const { page, close } = await openDashboard(browser, origin, { role: 'viewer', path });
    await page.frameLocator('iframe[title="The email"]').locator('body').waitFor();
    expect(await canBeEdited(page.getByLabel('HTML'))).toBe(false);
    await waitUntilAbsent(page.getByRole('button', { name: 'Save' }));
    await page.goto(`${origin}/messaging`);
    await page.getByRole('link', { name: 'Payment reminder' }).first().waitFor();
    await waitUntilAbsent(page.getByRole('button', { name: 'New template' }));
    await close();
  });

  it('a template’s content runs no script, sends no request and opens no page', async () => {
    const taken = "parent.document.title='taken';top.document.title='taken';alert(1)";
    const hostile = `
      <p style="color: rgb(4, 5, 6)">All of it</p>
      <meta http-equiv="refresh" content="0;url=${elsewhere}/refresh">
      <base href="${elsewhere}/base/">
      <script>${taken};fetch('${elsewhere}/fetch')</script>
      <script src="${elsewhere}/script.js"></script>
      <link rel="stylesheet" href="${elsewhere}/style.css">
      <style>@import url(${elsewhere}/import.css); p { background: url(${elsewhere}/background.png) }</style>
      <img src="x" onerror="${taken}"><img src="${elsewhere}/pixel.gif">
      <svg onload="${taken}"><script>${taken}</script><image href="${elsewhere}/image.svg"/></svg>
      <iframe src="javascript:${taken}"></iframe><iframe src="${elsewhere}/frame"></iframe>
      <object data="${elsewhere}/object"></object>
      <form action="${elsewhere}/form" method="post" target="_top"><button id="send" autofocus onfocus="${taken}">Send</button></form>
      <form action="${elsewhere}/self" method="get"><button id="ask">Ask</button></form>
      <a id="top" href="${elsewhere}/top" target="_top">top</a>
      <a id="blank" href="${elsewhere}/blank" target="_blank">blank</a>
      <a id="parent" href="javascript:${taken}" target="_parent">parent</a>
      <a id="own" href="${elsewhere}/own" target="_self">own</a>`;
    await demo.instance.resources.pool.query('update email_template set html_template = $1 where id = $2', [
      ...[hostile, templateId],
    ]);
    const { page, close } = await openDashboard(browser, origin);
    asked.length = 0;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`${origin}/messaging/templates/${templateId}`);
    const email = page.frameLocator('iframe[title="The email"]');
    const line = email.getByText('All of it');
    await line.waitFor();
    expect(await line.evaluate(colorOf)).toBe('rgb(4, 5, 6)');
    const address = page.url();
    for (const part of ['send', 'ask', 'top', 'blank', 'parent', 'own']) {
      await email.locator(`#${part}`).click({ noWaitAfter: true });
    }
    // The page still works. Requests caused by the clicks would have arrived before the last response.
    await page.getByLabel('Subject').fill('Still here');
    await page.locator('.email-subject', { hasText: 'Still here' }).waitFor();
    await settled(page);
    await fetch(`${elsewhere}/last`);
    expect(asked).toEqual(['/last']);
    expect(dialogs).toEqual([]);
    expect(await page.title()).not.toContain('taken');
    expect([page.url(), page.context().pages().length]).toEqual([address, 1]);
    await close();
  });
});

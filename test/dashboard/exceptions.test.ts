import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXCEPTION_KINDS, type ExceptionKind } from '../../core/contract/exception-kinds.js';
import { newId } from '../../core/ids/ids.js';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { countOf, open, textOf, textsOf } from '../support/settled-page.js';

/* Each kind of exception has a sentence with its facts, and links to what it is about. */

const AT = '2026-11-16T15:04:05.000Z';
const OF_DISPUTE = { processor: 'stripe', dispute: 'dp_1', charge: 'ch_1', reason: 'fraudulent', amountCents: 12_345 };
const OF_REFUSAL = { processor: 'stripe', accountId: 'x', attemptId: 'x', amountCents: 12_345, dueOn: '2026-11-16' };
const OF_CORRECTION = { runId: 'x', code: 'account_closed', reason: 'fraudulent', cause: 'dispute', charge: 'ch_1' };

/** The facts as the workers write them, and what the sentence must contain. */
const CASES: Readonly<Record<ExceptionKind, readonly [detail: object, ...said: readonly string[]]>> = {
  posted_after_failed: [{ referenceNumber: 88_118 }, 'reported as failed', 'reference 88118'],
  reversed_after_refused: [{ referenceNumber: 88_119 }, 'reported as refused', 'reference 88119'],
  posting_awaits_approval: [{ loanSystem: 'ledger', why: 'waits_long' }, 'approval in Built-in ledger'],
  loan_overpaid: [{ overpaidCents: 12_345, referenceNumber: 5 }, '$123.45 more than the loan owed', 'reference 5'],
  loan_system_setting_refused: [
    { setting: 'payment-types', value: 'check=9', on: '2026-11-16' },
    'Sandbox refused the setting payment-types = check=9 on Nov 16, 2026',
  ],
  posting_differs: [
    {
      accountId: 'x',
      amountCents: 12_345,
      paymentMethod: 'check',
      postedCents: 500,
      referenceNumber: 6,
      postedAt: AT,
      reversedAt: AT,
    },
    'A payment of $123.45 by check',
    'a posting of $5.00 on Nov 16, 2026',
    'reversed on Nov 16, 2026',
  ],
  autopay_charged_after_given_up: [{ runId: 'x', charge: 'ch_1' }, 'had stopped waiting'],
  autopay_posted_after_refund: [{ referenceNumber: 7 }, 'was refunded', 'reference 7'],
  autopay_refund_refused: [{ code: 'charge_disputed', charge: 'ch_1' }, 'refused the refund', '(charge disputed)'],
  campaign_identifier_unapproved: [
    { provider: 'sendgrid', identifier: 'autumn', campaign_id: 'c' },
    'sendgrid reported events of autumn',
  ],
  autopay_partly_taken_back: [
    { charge: 'ch_1', chargedCents: 12_345, takenBackCents: 500 },
    '$5.00 of the charge of $123.45',
  ],
  autopay_partly_given_back: [
    { charge: 'ch_1', chargedCents: 12_345, givenBackCents: 500 },
    '$5.00 of the reversed charge',
  ],
  autopay_taken_back_before: [
    { charge: 'ch_1', chargedCents: 12_345, reason: 'fraudulent', cause: 'dispute', takenBackAt: AT },
    'The charge of $123.45 was returned to the borrower on Nov 16, 2026',
    '(fraudulent)',
  ],
  autopay_reversal_refused: [{ ...OF_CORRECTION, amountCents: 12_345 }, 'The charge of $123.45', '(account closed)'],
  autopay_reposting_refused: [{ ...OF_CORRECTION, amountCents: 12_345 }, 'The charge of $123.45', '(account closed)'],
  dispute_evidence_due: [
    { ...OF_DISPUTE, status: 'needs_response', evidenceDueBy: AT, runId: 'x' },
    'disputes a charge of $123.45 at Stripe',
    'Evidence is due by Nov 16, 2026',
  ],
  dispute_of_unknown_charge: [{ ...OF_DISPUTE, status: 'lost' }, 'a charge of $123.45', 'No autopay run made'],
  autopay_run_held: [
    { dueOn: '2026-11-16', amountCents: 12_345, possibleDuplicateOf: 'x', otherStatus: 'failed' },
    'A charge of $123.45, due on Nov 16, 2026',
    'The other run: failed.',
  ],
  autopay_amount_too_small: [{ ...OF_REFUSAL, code: 'amount_too_small', leastCents: 50 }, '$123.45', 'at least $0.50'],
  autopay_charge_refused: [
    { ...OF_REFUSAL, code: 'currency_refused' },
    'Stripe refused the charge',
    '(currency refused)',
  ],
  autopay_paused_after_charge_off: [{ amountCents: 12_345, eventSequence: 3 }, 'charged off', '$123.45 is paused'],
  loan_system_misconfigured: [{ problem: 'The date is wrong.' }, 'Sandbox cannot be used', 'The date is wrong.'],
  recovery_postings_unread: [{ since: AT }, 'Sandbox takes no postings until its list of postings since Nov 16, 2026'],
  posting_waits_for_recovery: [{ accountId: 'x' }, 'has waited for more than a day'],
  contact_data_unread: [{ unread: 12 }, 'could not read the contact data of 12 borrowers'],
};

const OF_LOAN_SYSTEM: ReadonlySet<ExceptionKind> = new Set([
  'loan_system_misconfigured',
  'loan_system_setting_refused',
  'recovery_postings_unread',
  'contact_data_unread',
]);

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true });
    origin = new URL(demo.instance.graphqlUrl).origin;
    browser = await workerBrowser();
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await demo.instance.resources.pool.query(text, [...values])).rows;

  it('the demo has exceptions of several kinds, which link to their loan, payment, run and disputes', async () => {
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator', path: '/exceptions' });
    const card = (title: string) => page.getByRole('listitem').filter({ hasText: title }).first();
    const cases = [
      ['Failed payment applied later', 'Open the payment', /^\/payments\/\w{26}$/],
      ['Evidence due in a dispute', 'Open the disputes', /^\/disputes$/],
      ['Autopay held as a possible duplicate', 'Open the run', /^\/autopay\/runs\/\w{26}$/],
      ['Autopay amount below the processor’s minimum', 'Open the run', /^\/autopay\/runs\/\w{26}$/],
    ] as const;
    for (const [title, link, address] of cases) {
      const found = card(title);
      expect(await countOf(found.getByRole('link'))).toBeGreaterThan(1);
      await found.getByRole('link', { name: link }).click();
      await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Exceptions' }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(address);
      expect(await countOf(page.getByRole('alert'))).toBe(0);
      await open(page, `${origin}/exceptions`);
    }
    expect(await textOf(card('Dispute of an unknown charge'))).toContain('The loan is not known');
    await card('Autopay held as a possible duplicate').getByRole('button', { name: 'Do not charge' }).waitFor();
    await open(page, `${origin}/exceptions?show=waiting`);
    await card('Autopay charge refused as invalid').waitFor();
    await open(page, `${origin}/disputes`);
    for (const status of [
      'Inquiry, response needed',
      'Inquiry under review',
      'Inquiry closed',
      'Response needed',
      'Lost',
    ])
      await page.getByRole('table').getByText(status).first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('each kind has its own sentence; no raw field, number of cents or instant is shown', async () => {
    await query('delete from operator_exception');
    const [{ id: organizationId }] = await query('select id from organization order by id limit 1');
    for (const kind of EXCEPTION_KINDS) {
      const subject = OF_LOAN_SYSTEM.has(kind) ? 'sandbox' : newId();
      await query(
        `insert into operator_exception (id, organization_id, kind, subject_id, detail) values ($1, $2, $3, $4, $5)`,
        [newId(), organizationId, kind, subject, JSON.stringify(CASES[kind][0])],
      );
    }
    const { page, complaints, close } = await openDashboard(browser, origin, {
      ...{ role: 'operator', path: '/exceptions' },
      timezoneId: 'UTC',
    });
    const cards = (await textsOf(page.locator('.exception-list > li'))).toReversed();
    const facts = await textsOf(page.locator('.exception-list > li .facts, .exception-list > li .filters'));
    const sentences = (await textsOf(page.locator('.exception-list > li .what'))).toReversed();
    expect(cards).toHaveLength(EXCEPTION_KINDS.length);
    expect(sentences).toHaveLength(EXCEPTION_KINDS.length);
    for (const [index, kind] of EXCEPTION_KINDS.entries()) {
      const [, ...said] = CASES[kind];
      for (const words of said) expect(sentences[index]).toContain(words);
    }
    for (const text of [...sentences, ...facts])
      expect(text).not.toMatch(/cents|12345|T15:04|undefined|null|\b[a-z]+[A-Z][a-z]|^–| {2}/);
    expect(new Set(sentences).size).toBe(EXCEPTION_KINDS.length);
    expect(complaints).toEqual([]);
    await close();
  });
});

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { type OpenDashboard, openDashboard, overflowing } from '../support/dashboard.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { failedEndpoint } from '../support/failed-endpoint.js';
import { countOf, open, settled } from '../support/settled-page.js';

/*
 * Text from borrowers, clients, loan systems and webhook receivers: wherever the dashboard shows it, it stays text and
 * breaks no layout.
 */

/** Would run if it were markup, and has no place to break a line; different for each field. */
const hostile = (at: number) =>
  `<img src=x${at} onerror="document.title='taken'"><script>document.title="taken"</script>${'W'.repeat(120)}`;
/** A part of the text that does not depend on the case of the first letter. */
const shown = (at: number) => `src=x${at} onerror=`;

let demo: DemoInstance;
let origin: string;
/** The product role may not update events, attempts and audit entries. */
let owner: pg.Client;
/** The values for the names in capitals in a field's address and statements. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  if (BROWSER === undefined) return;
  demo = await openDemoInstance(
    { RATE_LIMIT_API_PER_MINUTE: '100000', RATE_LIMIT_API_BURST: '100000' },
    { isDemo: true },
  );
  origin = new URL(demo.instance.graphqlUrl).origin;
  owner = new pg.Client({ connectionString: demo.instance.databaseUrl });
  await owner.connect();
  const { endpointId, eventId } = await failedEndpoint(demo.instance.resources.pool, demo.organizationIds[0] ?? '');
  // Its pictures are on another server: the browser would report that it does not fetch them.
  await owner.query("update email_template set html_template = '<p>Hello</p>'");
  const { rows } = await owner.query<Record<string, string>>(`
    with loan as (select a.id, a.primary_borrower_party_id as person from account a
      join autopay_schedule s on s.account_id = a.id and s.status = 'active'
      where a.loan_system_code = 'ledger' order by a.id limit 1)
    select (select id from loan) as "LOAN", (select person from loan) as "PERSON",
      (select max(id) from email_template) as "TEMPLATE", (select max(id) from collected_payment) as "PAYMENT",
      (select max(payment_id) from payment_reversal) as "REVERSED",
      (select max(workspace_id) from suppression) as "WORKSPACE",
      (select min(id) from operator_exception) as "EXCEPTION", (select min(organization_id) from operator_exception) as "LENDER"`);
  ids = { ...rows[0], ENDPOINT: endpointId, EVENT: eventId };
}, 300_000);
afterAll(async () => {
  await owner?.end();
  await demo?.instance.close();
});

/** Where a field is shown, and how hostile text is written to it: $1 is the text, names in capitals are ids. */
type Field = readonly [path: string, ...statements: readonly string[]];

const ENDPOINT = '/developers/webhooks/ENDPOINT';
const DELIVERY = '/developers/webhooks/ENDPOINT/EVENT';
const LOAN = '/accounts/LOAN';
const TEMPLATE = '/messaging/templates/TEMPLATE';
const AUDIT = '/admin/audit';
const SYNCED = [
  "insert into loan_system (code, kind, base_url) values ('core', 'fineract', 'https://core.invalid') on conflict do nothing",
  "insert into loan_system_sync (loan_system_code, mode, started_at, last_error_at) values ('core', 'full', now(), now()) on conflict do nothing",
];
const entry = (column: string) =>
  `insert into audit_log (id, actor, actor_kind, action, subject, ${column}) values ('7' || upper(left(md5(random()::text), 25)), 'ola', 'operator', 'test', 'x', `;

const FIELDS: Readonly<Record<string, Field>> = {
  'person.display_name': ['/accounts?text=onerror', "update person set display_name = $1 where id = 'PERSON'"],
  'person.display_name, of a loan': [LOAN, "update person set display_name = $1 where id = 'PERSON'"],
  'person.email': [LOAN, "update person set email = $1 where id = 'PERSON'"],
  'person.phone': [LOAN, "update person set phone = $1 where id = 'PERSON'"],
  'person_address.line1': [LOAN, 'update person_address set line1 = $1'],
  'person_address.line2': [LOAN, 'update person_address set line2 = $1'],
  'person_address.city': [LOAN, 'update person_address set city = $1'],
  'person_address.postal_code': [LOAN, 'update person_address set postal_code = $1'],
  'account.external_contract_number': [
    '/accounts?sort=newest&text=onerror',
    "update account set external_contract_number = $1 where id = 'LOAN'",
  ],
  'account.external_account_number': [
    LOAN,
    "update account set external_contract_number = null, external_account_number = $1 where id = 'LOAN'",
  ],
  'payment_method.bank_name': [
    LOAN,
    "update payment_method set card_brand = null, bank_name = $1 where party_id = 'PERSON'",
  ],
  'autopay_schedule.created_by': [LOAN, "update autopay_schedule set created_by = $1 where account_id = 'LOAN'"],
  'transaction.type': [`${LOAN}?tab=transactions`, "update transaction set type = $1 where account_id = 'LOAN'"],
  'transaction.status': [`${LOAN}?tab=transactions`, "update transaction set status = $1 where account_id = 'LOAN'"],
  'organization.display_name': ['/accounts', 'update organization set display_name = $1'],
  'collected_payment.memo': ['/payments/PAYMENT', "update collected_payment set memo = $1 where id = 'PAYMENT'"],
  'collected_payment.external_reference': [
    '/payments/PAYMENT',
    "update collected_payment set external_reference = $1 where id = 'PAYMENT'",
  ],
  'collected_payment.external_reference, in the list': [
    '/payments',
    "update collected_payment set external_reference = $1 where id = 'PAYMENT'",
  ],
  'collected_payment.recorded_by': [
    '/payments/PAYMENT',
    "update collected_payment set recorded_by = $1 where id = 'PAYMENT'",
  ],
  'payment_reversal.reason': [
    '/payments/REVERSED',
    "update payment_reversal set reason = $1 where payment_id = 'REVERSED'",
  ],
  'payment_reversal.reversed_by': [
    '/payments/REVERSED',
    "update payment_reversal set reversed_by = $1 where payment_id = 'REVERSED'",
  ],
  'autopay_run.failure_code': ['/autopay', 'update autopay_run set failure_code = $1'],
  'operator_exception.detail, a value': [
    '/exceptions',
    "update operator_exception set resolved_at = null, detail = jsonb_build_object('reference', $1::text) where id = 'EXCEPTION'",
  ],
  'operator_exception.detail, a name': [
    '/exceptions',
    "update operator_exception set resolved_at = null, detail = jsonb_build_object($1::text, 7) where id = 'EXCEPTION'",
  ],
  'operator_exception.kind': [
    '/exceptions',
    "update operator_exception set kind = $1, resolved_at = null where id = 'EXCEPTION'",
  ],
  'operator_exception.resolution': [
    '/exceptions?show=resolved',
    "update operator_exception set resolved_at = now(), resolved_by = 'ola', resolution = $1 where id = 'EXCEPTION'",
  ],
  'operator_exception.resolved_by': [
    '/exceptions?show=resolved',
    "update operator_exception set resolved_at = now(), resolved_by = $1, resolution = 'seen to' where id = 'EXCEPTION'",
  ],
  'email_template.name': [TEMPLATE, "update email_template set name = $1 where id = 'TEMPLATE'"],
  'email_template.description': [TEMPLATE, "update email_template set description = $1 where id = 'TEMPLATE'"],
  'email_template.subject_template': [
    TEMPLATE,
    "update email_template set subject_template = $1 where id = 'TEMPLATE'",
  ],
  'email_template.subject_template, in the list': [
    '/messaging',
    "update email_template set subject_template = $1 where id = 'TEMPLATE'",
  ],
  'email_template.text_template': [TEMPLATE, "update email_template set text_template = $1 where id = 'TEMPLATE'"],
  'workspace_merge_field.value': [
    TEMPLATE,
    "update email_template set subject_template = '{{ company }}' where id = 'TEMPLATE'",
    'update workspace_merge_field set value = $1',
  ],
  'workspace.name': [TEMPLATE, 'update workspace set name = $1'],
  'campaign.name': ['/messaging', 'update campaign set name = $1'],
  'suppression.address': [
    '/suppressed?workspace=WORKSPACE',
    'update suppression set address = $1 where (workspace_id, address) in (select workspace_id, min(address) from suppression group by 1)',
  ],
  'webhook_endpoint.url': [ENDPOINT, "update webhook_endpoint set url = $1 where id = 'ENDPOINT'"],
  'webhook_endpoint.url, in the list': [
    '/developers/webhooks',
    "update webhook_endpoint set url = $1 where id = 'ENDPOINT'",
  ],
  'webhook_endpoint.description': [ENDPOINT, "update webhook_endpoint set description = $1 where id = 'ENDPOINT'"],
  'webhook_endpoint.actor': [ENDPOINT, "update webhook_endpoint set actor = $1 where id = 'ENDPOINT'"],
  'webhook_attempt.answer': [DELIVERY, "update webhook_attempt set answer = $1 where endpoint_id = 'ENDPOINT'"],
  'webhook_attempt.error': [
    DELIVERY,
    "update webhook_attempt set error = $1, http_status = null where endpoint_id = 'ENDPOINT'",
  ],
  'event.object_id': ['/developers/events', "update event set object_id = $1 where id = 'EVENT'"],
  'event.code': ['/developers/events', "update event set code = $1 where id = 'EVENT'"],
  'event.actor': ['/developers/events', "update event set actor = $1 where id = 'EVENT'"],
  'api_key.name': [
    '/developers/keys',
    "insert into api_key (prefix, name, hash, organization_ids, scopes) values ('hostile', $1, '\\x00', array['LENDER'], '{}')",
  ],
  'operator.name': [
    '/admin/operators',
    "insert into operator (id, name, email, role, organization_ids, created_at, created_by) values ('person 1', $1, 'person@example.com', 'viewer', '{}', now(), 'cli')",
  ],
  'operator.subject': [
    '/admin/operators',
    "insert into operator (id, name, issuer, subject, role, organization_ids, created_at, created_by) values ('person 2', 'Pat', 'https://id.example', $1, 'viewer', '{}', now(), 'cli')",
  ],
  'operator.email': [
    '/admin/operators',
    "insert into operator (id, name, email, role, organization_ids, created_at, created_by) values ('person 3', 'Pat', $1, 'viewer', '{}', now(), 'cli')",
  ],
  'operator_token.name': [
    '/admin/sessions',
    "insert into operator_token (id, name, role, organization_ids, created_at, expires_at, created_by) values ('hostile', $1, 'viewer', '{}', now(), now(), 'cli')",
  ],
  'operator_token.created_by': ['/admin/sessions', 'update operator_token set created_by = $1'],
  'audit_log.actor': [
    AUDIT,
    `insert into audit_log (id, actor, action, subject) values ('7' || upper(left(md5(random()::text), 25)), $1, 'test', 'x')`,
  ],
  'audit_log.actor_name': [AUDIT, `${entry('actor_name')} $1)`],
  'audit_log.subject': [
    AUDIT,
    `insert into audit_log (id, actor, action, subject) values ('7' || upper(left(md5(random()::text), 25)), 'ola', 'test', $1)`,
  ],
  'audit_log.before': [AUDIT, `${entry('before')} jsonb_build_object('name', $1::text))`],
  'audit_log.after': [AUDIT, `${entry('after')} jsonb_build_object('name', $1::text))`],
  'loan_system.base_url': ['/loan-systems', ...SYNCED, "update loan_system set base_url = $1 where code = 'core'"],
  'loan_system_sync.last_error': ['/loan-systems', ...SYNCED, 'update loan_system_sync set last_error = $1'],
  'loan_system_sighting.problems': [
    '/loan-systems',
    ...SYNCED,
    "insert into loan_system_sighting (instance, loan_system_code, part, seen_at, problems, is_broken) values ('one', 'core', 'worker', now(), array[$1], false)",
  ],
  'the address: the search text': ['/accounts?text=HOSTILE'],
};

/** Each replaces another field of its page. */
const APART: readonly string[] = [
  'operator_exception.detail, a name',
  'operator_exception.kind',
  'operator_exception.resolved_by',
  'webhook_attempt.error',
  'workspace_merge_field.value',
];

describe.skipIf(BROWSER === undefined)(`text from outside stays text${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let dashboard: OpenDashboard;
  beforeAll(async () => {
    dashboard = await openDashboard(await workerBrowser(), origin);
  });
  afterAll(() => dashboard?.close());

  it.each(pages())('%s', async (path, fields) => {
    const { page, complaints } = dashboard;
    const filled = (text: string) => text.replace(/\b[A-Z]{3,}\b/g, (name) => ids[name] ?? name);
    await owner.query('begin');
    for (const { at, statements } of fields) {
      for (const statement of statements)
        await owner.query(filled(statement), statement.includes('$1') ? [hostile(at)] : []);
    }
    await owner.query('commit');
    await open(page, `${origin}${filled(path).replace('HOSTILE', encodeURIComponent(hostile(0)))}`);
    await page.locator('h1').waitFor();
    if (fields.some(({ field }) => field.startsWith('person_address.')))
      await page.getByRole('button', { name: /^Reveal the contact data/ }).click();
    for (const { field, at, statements } of fields) {
      if (statements.length > 0)
        expect([field, await countOf(page.locator(`:text('${shown(at)}')`))]).not.toEqual([field, 0]);
    }
    expect(await page.title()).not.toBe('taken');
    expect(await countOf(page.locator('img, main script'))).toBe(0);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      expect([width, await overflowing(page)]).toEqual([width, []]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(complaints).toEqual([]);
  });
});

interface PlantedField {
  readonly field: string;
  /** A text that names its field. */
  readonly at: number;
  readonly statements: readonly string[];
}

/** The fields of a page together, and separately those that hide another one. */
function pages(): readonly (readonly [path: string, fields: readonly PlantedField[]])[] {
  const found = new Map<string, [string, PlantedField[]]>();
  for (const [at, [field, [path, ...statements]]] of Object.entries(FIELDS).entries()) {
    const key = APART.includes(field) ? field : path;
    const page = found.get(key) ?? [path, []];
    page[1].push({ field, at, statements });
    found.set(key, page);
  }
  return [...found.values()];
}

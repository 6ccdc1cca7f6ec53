import { describe, expect, it } from 'vitest';
import { ORGANIZATION_SCOPE } from '../../core/db/organization-scope.js';
import type { UnscopedReason } from '../../core/db/unscoped-reasons.js';
import { TABLES } from '../../prisma/client/rows.js';
import { productStatements } from '../support/product-statements.js';
import { withoutLone } from '../support/statement-values.js';
import { accessesOf } from '../support/tables/accesses.js';
import { UNSCOPED_STATEMENTS } from './unscoped-statements.js';

const unscoped = productStatements().flatMap(({ name, unscoped: reason, forAll: { text } }) =>
  reason === undefined || withoutLone(name) !== name ? [] : [{ name, reason, text }],
);

it('every statement without the organization scope is in the reviewer’s list, under its reason', () => {
  const entries = (statements: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(statements).flatMap(([reason, names]) => names.map((name) => `${reason}: ${name}`));
  expect(unscoped.map(({ name, reason }) => `${reason}: ${name}`).sort()).toEqual(entries(UNSCOPED_STATEMENTS));
});

/** What a statement's text must show for its reason; true if only a reader can judge it. */
const SHOWN: Readonly<Record<UnscopedReason, (text: string, tables: readonly string[], name: string) => boolean>> = {
  administration_only: () => true,
  audit_log_of_all_organizations: (_, tables) => tables.every((table) => table.startsWith('audit_')),
  before_the_organization_is_known: () => true,
  compares_across_organizations: () => true,
  counts_without_content: (text) => /count\(\*\)/.test(text),
  creates_demo_data: (text, _, name) => name.startsWith('demo.insert.') && /^insert into/.test(text),
  endpoint_of_several_organizations: (_, tables) => tables.join() === 'webhook_endpoint',
  job_queue: (text, tables) => /graphile_worker\./.test(text) && tables.every((table) => table === 'loan_system'),
  loan_system_without_borrower_data: (_, tables) => tables.every((table) => OF_LOAN_SYSTEMS.includes(table)),
  names_its_organization: (text) => /organization_id = \$\d/.test(text),
  reads_no_rows: (_, tables) => tables.length === 0,
  table_without_organizations: (_, tables) => tables.every((table) => !OF_ORGANIZATIONS.includes(table)),
  takes_a_lock: (text, tables) => tables.length === 0 && /pg_(try_)?advisory_xact_lock/.test(text),
  work_for_all_organizations: () => true,
};

const OF_LOAN_SYSTEMS = ['loan_system', 'loan_system_sync', 'loan_system_sighting', 'unread_loan'];
const OF_ORGANIZATIONS: readonly string[] = Object.values(TABLES)
  .filter(({ columns }) => Object.keys(columns).some((name) => /^organizationIds?$/.test(name)))
  .map(({ table }) => table);

describe('its SQL shows the reason', () => {
  it.each(unscoped)('$name: $reason', async ({ name, reason, text }) => {
    const tables = (await accessesOf(text)).map(({ table }) => table).filter((table) => !/^pg_/.test(table));
    expect({ tables, text, isShown: SHOWN[reason](text, tables, name) }).toMatchObject({ isShown: true });
  });
});

it('a model of which the rule says so has no column for organizations', () => {
  const without = Object.entries(ORGANIZATION_SCOPE).flatMap(([model, rule]) =>
    'unscoped' in rule && rule.unscoped === 'table_without_organizations' ? [model] : [],
  );
  const tables = Object.entries(TABLES).flatMap(([model, { table }]) => (without.includes(model) ? [table] : []));
  expect(tables).toHaveLength(without.length);
  expect(tables.filter((table) => OF_ORGANIZATIONS.includes(table))).toEqual([]);
});

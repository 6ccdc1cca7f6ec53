import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { freshDatabase } from '../support/database.js';

const MIGRATION = '../../prisma/migrations/20261123085059_whose_events_and_erasure_2/migration.sql';

/**
 * Identifiers registered before approvals existed still match calls to the shared address; later ones wait for an
 * operator.
 */
it('the upgrade approves identifiers from before approvals existed, without an approver; later ones are not approved', async () => {
  const database = await freshDatabase();
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  try {
    const [organization, workspace, campaign] = [newId(), newId(), newId()];
    const register = (identifier: string) =>
      sql.query(
        `insert into campaign_identifier (provider, identifier, organization_id, campaign_id) values ('sendgrid', $3, $1, $2)`,
        [organization, campaign, identifier],
      );
    await sql.query('alter table campaign_identifier drop column approved_at, drop column approved_by');
    await sql.query(`insert into organization (id, display_name, legal_name, dba_name) values ($1, 'A', 'A', 'A')`, [
      organization,
    ]);
    await sql.query(`insert into workspace (organization_id, id, name) values ($1, $2, 'W')`, [
      organization,
      workspace,
    ]);
    await sql.query(
      `insert into campaign (organization_id, workspace_id, id, name, provider) values ($1, $2, $3, 'Autumn', 'sendgrid')`,
      [organization, workspace, campaign],
    );
    await register('before');
    await sql.query(await readFile(new URL(MIGRATION, import.meta.url), 'utf8'));
    await register('after');
    const { rows } = await sql.query(
      `select identifier, approved_at is not null as is_approved, approved_by from campaign_identifier order by identifier desc`,
    );
    expect(rows).toEqual([
      { identifier: 'before', is_approved: true, approved_by: null },
      { identifier: 'after', is_approved: false, approved_by: null },
    ]);
  } finally {
    await sql.end();
    await database.drop();
  }
});

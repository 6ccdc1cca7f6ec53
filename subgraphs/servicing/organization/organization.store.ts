import type { Principal } from '../../../core/auth/principal.js';
import type { Database } from '../../../core/db/database.js';
import { statement } from '../../../core/db/statement.js';

export interface OrganizationRow {
  readonly id: string;
  readonly displayName: string;
  readonly isActive: boolean;
  readonly legalName: string;
  readonly dbaName: string;
}

const COLUMNS =
  'id, display_name as "displayName", is_active as "isActive", legal_name as "legalName", dba_name as "dbaName"';

const organizationsByIds = statement<{ ids: readonly string[] }, OrganizationRow>({
  name: 'organization.by_ids',
  text: ({ p, scope }) => `select ${COLUMNS} from organization where id = any(${p.ids}::text[]) and ${scope('id')}`,
});

const organizationsAfter = statement<{ after: string; limit: number }, OrganizationRow>({
  name: 'organization.page',
  text: ({ p, scope }) =>
    `select ${COLUMNS} from organization where id > ${p.after}::text and ${scope('id')} order by id limit ${p.limit}`,
});

export class OrganizationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  byIds(principal: Principal, ids: readonly string[]): Promise<readonly OrganizationRow[]> {
    return this.#db.many(principal, organizationsByIds, { ids });
  }

  /** Organizations with an id after `after`, in order of id. */
  page(principal: Principal, after: string, limit: number): Promise<readonly OrganizationRow[]> {
    return this.#db.many(principal, organizationsAfter, { after, limit });
  }
}

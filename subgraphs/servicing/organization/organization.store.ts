import type { ListDefinition } from '../../../core/db/list.js';
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

export const organizationsByIds = statement<{ ids: readonly string[] }, OrganizationRow>({
  name: 'organization.by_ids',
  text: ({ p, scope }) => `select ${COLUMNS} from organization where id = any(${p.ids}::text[]) and ${scope('id')}`,
});

export const insertOrganization = statement<
  { id: string; displayName: string; legalName: string; dbaName: string },
  OrganizationRow
>({
  name: 'organization.insert',
  unscoped: 'the organization that is made is nobody’s yet; only an admin of the whole house makes one',
  text: ({ p }) => `
    insert into organization (id, display_name, legal_name, dba_name)
    values (${p.id}, ${p.displayName}, ${p.legalName}, ${p.dbaName}) returning ${COLUMNS}`,
});

/** Held until the transaction ends; whoever reserves for it is waited for, and waits. */
export const lockOrganization = statement<{ id: string }, OrganizationRow>({
  name: 'organization.lock',
  text: ({ p, scope }) => `select ${COLUMNS} from organization where id = ${p.id} and ${scope('id')} for no key update`,
});

type Changed = { id: string; displayName: string; legalName: string; dbaName: string; isActive: boolean };

export const updateStoredOrganization = statement<Changed, OrganizationRow>({
  name: 'organization.update',
  text: ({ p, scope }) => `
    update organization set display_name = ${p.displayName}, legal_name = ${p.legalName}, dba_name = ${p.dbaName},
           is_active = ${p.isActive}
     where id = ${p.id} and ${scope('id')} returning ${COLUMNS}`,
});

type Created = { createdFrom: string; createdBefore: string };
type After = { after: string };

const organizationPage = statement<Created & After & { limit: number }, OrganizationRow>({
  name: 'organization.page',
  text: ({ p, scope }) => `
    select ${COLUMNS} from organization where id > ${p.after}::text and ${scope('id')}
      and created_at >= ${p.createdFrom}::timestamptz and created_at < ${p.createdBefore}::timestamptz
    order by id limit ${p.limit}`,
});

/** In order of id. */
export const ORGANIZATIONS: ListDefinition<Created, After, OrganizationRow> = {
  name: 'organizations',
  statement: organizationPage,
  start: { after: '' },
  positionOf: ({ id }) => ({ after: id }),
};

import { columns, type RowOf } from '../../../core/db/columns.js';
import type { ListDefinition } from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';
import { assigned, inserted, LEFT_OUT } from '../../../core/db/written.js';

const ORGANIZATION = columns('Organization', 'organization', ['id', 'displayName', 'isActive', 'legalName', 'dbaName']);
export type OrganizationRow = RowOf<typeof ORGANIZATION>;

export const organizationsByIds = statement({
  name: 'organization.by_ids',
  takes: { ids: 'Organization.id[]' },
  gives: ORGANIZATION,
  text: ({ p, scope }) => `
    select ${ORGANIZATION} from organization where id = any(${p.ids}::text[]) and ${scope('id')}`,
});

const NAMES = {
  id: 'Organization.id',
  displayName: 'Organization.displayName',
  legalName: 'Organization.legalName',
  dbaName: 'Organization.dbaName',
} as const;

export const insertOrganization = statement({
  name: 'organization.insert',
  unscoped: 'the organization that is made is nobody’s yet; only an admin of the whole house makes one',
  takes: NAMES,
  gives: ORGANIZATION,
  text: ({ p }) => {
    const { into, values } = inserted('Organization', {
      id: p.id,
      displayName: p.displayName,
      legalName: p.legalName,
      dbaName: p.dbaName,
      isActive: LEFT_OUT,
      createdAt: LEFT_OUT,
    });
    return `insert into ${into} values (${values}) returning ${ORGANIZATION}`;
  },
});

/** Held until the transaction ends; whoever reserves for it is waited for, and waits. */
export const lockOrganization = statement({
  name: 'organization.lock',
  takes: { id: 'Organization.id' },
  gives: ORGANIZATION,
  text: ({ p, scope }) => `
    select ${ORGANIZATION} from organization where id = ${p.id} and ${scope('id')} for no key update`,
});

export const updateStoredOrganization = statement({
  name: 'organization.update',
  takes: { ...NAMES, isActive: 'Organization.isActive' },
  gives: ORGANIZATION,
  text: ({ p, scope }) => {
    const { displayName, legalName, dbaName, isActive } = p;
    return `
    update organization set ${assigned('Organization', { displayName, legalName, dbaName, isActive })}
     where id = ${p.id} and ${scope('id')} returning ${ORGANIZATION}`;
  },
});

type Created = { createdFrom: string; createdBefore: string };
type After = { after: string };

const organizationPage = statement({
  name: 'organization.page',
  takes: { createdFrom: 'timestamptz', createdBefore: 'timestamptz', after: 'Organization.id', limit: 'int8' },
  gives: ORGANIZATION,
  text: ({ p, scope }) => `
    select ${ORGANIZATION} from organization where id > ${p.after}::text and ${scope('id')}
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

import { statement } from '../../../core/db/statement.js';

export interface AddressRow {
  readonly id: string;
  readonly personId: string;
  readonly kind: string;
  readonly isCurrent: boolean;
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

/** Current ones first, then the latest. */
export const addressesOfPersons = statement<{ ids: readonly string[] }, AddressRow>({
  name: 'person.addresses',
  text: ({ p, scope }) => `
    select d.id, d.person_id as "personId", d.kind, d.is_current as "isCurrent", d.line1, d.line2, d.city, d.state,
      d.postal_code as "postalCode", d.country
    from person b
    join person_address d on d.organization_id = b.organization_id and d.person_id = b.id
    where b.id = any(${p.ids}::text[]) and ${scope('b.organization_id')}
    order by d.person_id, d.is_current desc, d.id desc`,
});

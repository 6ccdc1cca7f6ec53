import { inserted, LEFT_OUT, overwritten, selectedFrom } from '../../core/db/insert-sql.js';
import type { ScopedModels } from '../../core/db/prisma.js';
import { statement } from '../../core/db/statement.js';

const SELECTED = {
  id: true,
  kind: true,
  isCurrent: true,
  line1: true,
  line2: true,
  city: true,
  state: true,
  postalCode: true,
  country: true,
} as const;

/** The addresses of each person in scope: current ones first, then the latest. */
export function personsWithAddresses({ person }: ScopedModels, personIds: readonly string[]) {
  return person.findMany({
    select: { id: true, addresses: { select: SELECTED, orderBy: [{ isCurrent: 'desc' }, { id: 'desc' }] } },
    where: { id: { in: [...personIds] } },
  });
}

export type AddressRow = Awaited<ReturnType<typeof personsWithAddresses>>[number]['addresses'][number];

/**
 * The current addresses of persons from now on; all others stay saved but are no longer current. `addressesOf` is JSON,
 * each with its person and a fresh id. Run it after the persons' rows are locked, as a separate statement: it must see
 * what the previous transaction wrote.
 */
export const setAddresses = statement({
  name: 'person.set_addresses',
  takes: { organizationId: 'Person.organizationId', personIds: 'Person.id[]', addressesOf: 'json' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('PersonAddress', {
      ...selectedFrom('PersonAddress', 'now', ['id', 'organizationId', 'personId']),
      kind: LEFT_OUT,
      ...selectedFrom('PersonAddress', 'now', ['isCurrent', 'line1', 'line2', 'city', 'state', 'postalCode']),
      ...selectedFrom('PersonAddress', 'now', ['country']),
      createdAt: LEFT_OUT,
    });
    return `
    with incoming as materialized (
      select * from json_to_recordset(${p.addressesOf}::json) as a ("personId" text, id text, line1 text, line2 text,
        city text, state text, "postalCode" text, country text)
    ), known as materialized (
      select a.* from person_address a
       where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
         and a.person_id = any(${p.personIds}::text[])
    ), same as materialized (
      select known.id as known_id, incoming.id as incoming_id from known join incoming
        on known.person_id = incoming."personId"
       where (known.line1, known.line2, known.city, known.state, known.postal_code, known.country) is not distinct from
         (incoming.line1, incoming.line2, incoming.city, incoming.state, incoming."postalCode", incoming.country)
    )
    insert into ${into} select ${values} from (
      select known.id, known.organization_id, known.person_id, not known.is_current as is_current,
             known.line1, known.line2, known.city, known.state, known.postal_code, known.country
        from known where known.is_current <> (known.id in (select known_id from same))
      union all
      select incoming.id, o.id, incoming."personId", true, incoming.line1, incoming.line2, incoming.city,
             incoming.state, incoming."postalCode", incoming.country
        from organization o, incoming
       where o.id = ${p.organizationId} and ${scope('o.id')} and incoming.id not in (select incoming_id from same)
    ) now
    on conflict (organization_id, id) do update set ${overwritten('PersonAddress', ['isCurrent'])}`;
  },
});

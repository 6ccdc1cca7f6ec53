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
 * `addresses` is JSON, each with a fresh id: the person's current addresses from now on. All others stay saved but are
 * no longer current. Run it after the person's row is locked, as a separate statement: it must see what the previous
 * transaction wrote.
 */
export const setAddresses = statement({
  name: 'person.set_addresses',
  takes: { organizationId: 'Person.organizationId', personId: 'Person.id', addresses: 'jsonb' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('PersonAddress', {
      ...selectedFrom('PersonAddress', 'now', ['id', 'organizationId', 'personId']),
      kind: LEFT_OUT,
      ...selectedFrom('PersonAddress', 'now', ['isCurrent', 'line1', 'line2', 'city', 'state', 'postalCode']),
      ...selectedFrom('PersonAddress', 'now', ['country']),
      createdAt: LEFT_OUT,
    });
    const isKnown = (known: string, incoming: string) =>
      `(${incoming}.line1, ${incoming}.line2, ${incoming}.city, ${incoming}.state, ${incoming}."postalCode", ${incoming}.country)
        is not distinct from (${known}.line1, ${known}.line2, ${known}.city, ${known}.state, ${known}.postal_code, ${known}.country)`;
    return `
    with incoming as (
      select a.* from jsonb_to_recordset(${p.addresses}::jsonb) as a (id text, line1 text, line2 text, city text,
        state text, "postalCode" text, country text)
    )
    insert into ${into} select ${values} from (
      select known.id, known.organization_id, known.person_id, not known.is_current as is_current,
             known.line1, known.line2, known.city, known.state, known.postal_code, known.country
        from person_address known
       where known.organization_id = ${p.organizationId} and ${scope('known.organization_id')}
         and known.person_id = ${p.personId}
         and known.is_current <> exists (select from incoming where ${isKnown('known', 'incoming')})
      union all
      select incoming.id, n.organization_id, n.id, true, incoming.line1, incoming.line2, incoming.city, incoming.state, incoming."postalCode", incoming.country
        from incoming cross join person n
       where n.id = ${p.personId} and n.organization_id = ${p.organizationId} and ${scope('n.organization_id')}
         and not exists (
           select from person_address known
            where known.organization_id = n.organization_id and known.person_id = n.id and ${isKnown('known', 'incoming')})
    ) now
    on conflict (organization_id, id) do update set ${overwritten('PersonAddress', ['isCurrent'])}`;
  },
});

import type { ScopedModels } from '../../core/db/prisma.js';
import { statement } from '../../core/db/statement.js';
import { inserted, LEFT_OUT, overwritten, sql } from '../../core/db/written.js';

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

/** Of each person within reach, current ones first, then the latest. */
export function personsWithAddresses({ person }: ScopedModels, personIds: readonly string[]) {
  return person.findMany({
    select: { id: true, addresses: { select: SELECTED, orderBy: [{ isCurrent: 'desc' }, { id: 'desc' }] } },
    where: { id: { in: [...personIds] } },
  });
}

export type AddressRow = Awaited<ReturnType<typeof personsWithAddresses>>[number]['addresses'][number];

/**
 * `addresses` is JSON, each with a fresh id: the current ones from now on. Others stay saved, and are no longer current. To be run
 * after the person's row is locked, in a statement of its own: it must see what the transaction before wrote.
 */
export const setAddresses = statement({
  name: 'person.set_addresses',
  takes: { organizationId: 'Person.organizationId', personId: 'Person.id', addresses: 'jsonb' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('PersonAddress', {
      id: sql('now.id'),
      organizationId: sql('now.organization_id'),
      personId: sql('now.person_id'),
      kind: LEFT_OUT,
      isCurrent: sql('now.is_current'),
      line1: sql('now.line1'),
      line2: sql('now.line2'),
      city: sql('now.city'),
      state: sql('now.state'),
      postalCode: sql('now.postal_code'),
      country: sql('now.country'),
      createdAt: LEFT_OUT,
    });
    const isKnown = (known: string, told: string) =>
      `(${told}.line1, ${told}.line2, ${told}.city, ${told}.state, ${told}."postalCode", ${told}.country)
        is not distinct from (${known}.line1, ${known}.line2, ${known}.city, ${known}.state, ${known}.postal_code, ${known}.country)`;
    return `
    with told as (
      select a.* from jsonb_to_recordset(${p.addresses}::jsonb) as a (id text, line1 text, line2 text, city text,
        state text, "postalCode" text, country text)
    )
    insert into ${into} select ${values} from (
      select known.id, known.organization_id, known.person_id, not known.is_current as is_current,
             known.line1, known.line2, known.city, known.state, known.postal_code, known.country
        from person_address known
       where known.organization_id = ${p.organizationId} and ${scope('known.organization_id')}
         and known.person_id = ${p.personId}
         and known.is_current <> exists (select from told where ${isKnown('known', 'told')})
      union all
      select told.id, n.organization_id, n.id, true, told.line1, told.line2, told.city, told.state, told."postalCode", told.country
        from told cross join person n
       where n.id = ${p.personId} and n.organization_id = ${p.organizationId} and ${scope('n.organization_id')}
         and not exists (
           select from person_address known
            where known.organization_id = n.organization_id and known.person_id = n.id and ${isKnown('known', 'told')})
    ) now
    on conflict (organization_id, id) do update set ${overwritten('PersonAddress', ['isCurrent'])}`;
  },
});

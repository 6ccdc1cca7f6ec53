import { derived } from '../../../../core/db/columns.js';
import { inserted, selectedFrom } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';

const OF_ADDRESS = { organizationId: 'Organization.id', address: 'text' } as const;

/** Replaces an address on an organization's suppression lists with its pseudonym; the address stays suppressed. */
export const eraseSuppression = statement({
  name: 'erasure.suppression',
  takes: { ...OF_ADDRESS, erasedAddress: 'Suppression.address' },
  gives: derived({ erased: 'int8' }),
  text: ({ p, scope }) => {
    const { into, values } = inserted('Suppression', {
      ...selectedFrom('Suppression', 'gone', ['organizationId', 'workspaceId']),
      address: p.erasedAddress,
      ...selectedFrom('Suppression', 'gone', ['reason', 'createdAt']),
    });
    return `
    with gone as (
      delete from suppression s
       where s.organization_id = ${p.organizationId} and ${scope('s.organization_id')} and s.address = ${p.address}
      returning s.*
    ), kept as (
      insert into ${into} select ${values} from gone
      on conflict (organization_id, workspace_id, address) do nothing
    )
    select count(*) as erased from gone`;
  },
});

export const eraseRemoval = statement({
  name: 'erasure.suppression_removal',
  takes: OF_ADDRESS,
  gives: derived({ erased: 'int8' }),
  text: ({ p, scope }) => `
    with gone as (
      delete from suppression_removal r
       where r.organization_id = ${p.organizationId} and ${scope('r.organization_id')} and r.address = ${p.address}
      returning 1
    )
    select count(*) as erased from gone`,
});

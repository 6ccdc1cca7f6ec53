import { inserted, LEFT_OUT, type NewRow, type Placeholder, sql } from '../db/written.js';
import { OPEN_AGAIN } from './changing.js';

type Raised = Pick<NewRow<'OperatorException'>, 'id' | 'organizationId' | 'kind' | 'subjectId' | 'detail'>;

/** Behind ON CONFLICT; the one that is there is `x`, and the new one is `excluded`. */
export type IfThere = string & { readonly __ifThere: true };

export const STAYS = 'do nothing' as IfThere;

/** It is open again, with what was found now. */
export function opensAgain(when: string): IfThere {
  return `do update set detail = excluded.detail, ${OPEN_AGAIN} where ${when}` as IfThere;
}

/** It stays open or closed, with what was found now; a wait ends when that is something else. */
export function takesFacts(isOther: string): IfThere {
  return `do update set detail = excluded.detail,
      waits_until = case when ${isOther} then null else x.waits_until end` as IfThere;
}

/** What a new exception is called in what stands behind the insert. */
const RAISED = 'x';

/**
 * SQL: the one insert of exceptions, which operators look into; there is one of each kind and subject.
 *
 * @param from - behind FROM: a row for each exception.
 * @param ifThere - what becomes of one that is there already.
 */
export function raising(row: Raised, from: string, ifThere: IfThere): string {
  const { into, values } = inserted(
    'OperatorException',
    {
      ...row,
      createdAt: LEFT_OUT,
      resolvedAt: LEFT_OUT,
      resolvedBy: LEFT_OUT,
      resolution: LEFT_OUT,
      waitsUntil: LEFT_OUT,
      waitsBy: LEFT_OUT,
      waitReason: LEFT_OUT,
    },
    RAISED,
  );
  return `insert into ${into} select ${values} from ${from} on conflict (organization_id, kind, subject_id) ${ifThere}`;
}

/** The same of one exception of an organization, if that is within reach. */
export function raisingOne(
  {
    id,
    organizationId,
    kind,
    subjectId,
    detail,
  }: Omit<Raised, 'organizationId'> & { readonly organizationId: Placeholder<string> },
  scope: (column: string) => string,
  ifThere: IfThere,
): string {
  const from = `organization o where o.id = ${organizationId} and ${scope('o.id')}`;
  return raising({ id, organizationId: sql('o.id'), kind, subjectId, detail }, from, ifThere);
}

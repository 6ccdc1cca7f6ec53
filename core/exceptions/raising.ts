import { inserted, LEFT_OUT, type NewRow, type Placeholder, sql } from '../db/written.js';

type Raised = Pick<NewRow<'OperatorException'>, 'id' | 'organizationId' | 'kind' | 'subjectId' | 'detail'>;

/** What a new exception is called in what stands behind the insert. */
const RAISED = 'x';

/**
 * SQL: the one insert of exceptions, which operators look into; there is one of each kind and subject. Behind it stands what becomes of
 * one that is there already: `do nothing`, or `do update`, where that one is `x`.
 *
 * @param from - behind FROM: a row for each exception.
 */
export function raising(row: Raised, from: string): string {
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
  return `insert into ${into} select ${values} from ${from} on conflict (organization_id, kind, subject_id)`;
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
): string {
  const from = `organization o where o.id = ${organizationId} and ${scope('o.id')}`;
  return raising({ id, organizationId: sql('o.id'), kind, subjectId, detail }, from);
}

import { ACT_ORDER, actName, limitedRolesOf } from '../../format/approvals';
import { dollars } from '../../format/money';
import { statusText } from '../../format/statuses';
import { LimitsDocument, type LimitsQuery } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { type Lender, useCoveredLenders } from '../../lender/lenders';
import { useHasRoleAt } from '../../session/operator';
import { Empty, Failed, Skeleton } from '../../ui/empty-failed-and-loading-states';
import { Card, Page } from '../../ui/page';
import { SetLimit } from './set-limit';

type Limit = LimitsQuery['actLimits'][number];

/** The amount that each role may write alone, per lender. */
export function Limits() {
  const covered = useCoveredLenders();
  const mayAdministerAt = useHasRoleAt('admin');
  const [lender, ...others] = covered.filter(({ id }) => mayAdministerAt(id));
  return (
    <Page
      title="Amount limits"
      about="Above a limit, an action needs the approval of a second person. Admins have no limit."
    >
      {lender && others.length === 0 ? (
        <LimitsOf lender={lender} />
      ) : (
        <Empty title="Choose a lender">Each lender has its own limits. Choose one at the top of the page.</Empty>
      )}
    </Page>
  );
}

function LimitsOf({ lender: { id, displayName } }: { readonly lender: Lender }) {
  const { data, error, refetch } = useAnswer('limits', LimitsDocument, { organizationId: id });
  if (data === undefined)
    return <Card title={displayName}>{error ? <Failed error={error} retry={refetch} /> : <Skeleton />}</Card>;
  const limits = ACT_ORDER.flatMap((act) =>
    limitedRolesOf(act).flatMap((role) => data.actLimits.filter((one) => one.act === act && one.role === role)),
  );
  return (
    <Card title={displayName}>
      <table className="table plain" aria-label="Amount limits">
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">Role</th>
            <th scope="col" className="number">
              Limit per action
            </th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {limits.map((limit) => (
            <Row key={`${limit.act} ${limit.role}`} organizationId={id} limit={limit} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Row({ organizationId, limit }: { readonly organizationId: string; readonly limit: Limit }) {
  const { act, role, amountCents } = limit;
  return (
    <tr>
      <td>{actName(act)}</td>
      <td>{statusText(role)}</td>
      <td className="number">
        {amountCents === null || amountCents === undefined ? 'No limit' : dollars(amountCents)}
      </td>
      <td>
        <SetLimit {...{ organizationId, limit }} />
      </td>
    </tr>
  );
}

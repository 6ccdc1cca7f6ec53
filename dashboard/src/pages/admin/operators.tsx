import { count } from '../../format/money';
import { statusText } from '../../format/statuses';
import { OperatorsDocument, type OperatorsQuery, RevokeOperatorDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useWhole } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { ActButton } from '../../ui/action-button';
import { CredentialState } from '../../ui/credential-state';
import type { Column } from '../../ui/data-table';
import { Ago, Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';

type Token = OperatorsQuery['operatorTokens'][number];

const COLUMNS: readonly Column<Token>[] = [
  { name: 'Operator', cell: ({ name }) => name },
  { name: 'Role', cell: roleText },
  {
    name: 'Lenders',
    cell: ({ organizationIds }) => (organizationIds.length === 0 ? 'All' : count(organizationIds.length)),
  },
  { name: 'State', cell: (token) => <CredentialState credential={token} revoked="Ended" /> },
  { name: 'Since', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { name: 'Ends', cell: ({ expiresAt }) => <Instant at={expiresAt} /> },
  { name: 'Issued by', cell: ({ createdBy }) => createdBy },
  {
    name: 'Action',
    cell: ({ id, name, revokedAt, expiresAt }) =>
      revokedAt === null &&
      Date.parse(expiresAt) > Date.now() && (
        <ActButton
          label="End"
          question={`End this access of ${name}? It stops working at once.`}
          perform={() => request(RevokeOperatorDocument, { id })}
        />
      ),
  },
];

/** Where the roles differ: each with the number of lenders, as `Viewer (2), Agent (1)`. */
function roleText({ role, organizationRoles }: Token): string {
  if (organizationRoles.length === 0) return statusText(role);
  return [...new Set(organizationRoles)]
    .map((each) => `${statusText(each)} (${count(organizationRoles.filter((other) => other === each).length)})`)
    .join(', ');
}

export function Operators() {
  const lender = useLender();
  const all = useWhole(['operators'], async (signal) => {
    const { operatorTokens } = await request(OperatorsDocument, {}, signal);
    return [...operatorTokens].reverse();
  });
  // No lender named: access to every lender.
  const isForLender = ({ organizationIds }: Token) =>
    lender === null || organizationIds.length === 0 || organizationIds.includes(lender);
  const list = { ...all, rows: all.rows.filter(isForLender) };
  return (
    <ListPage
      title="Operators"
      about="Browser sessions and tokens issued here, newest first. Removed 30 days after they expire."
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={{ title: 'No sign-ins or tokens yet' }}
    />
  );
}

import { count } from '../../format/money';
import { RevokeOperatorDocument, SessionsDocument, type SessionsQuery } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useWhole } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { ActButton } from '../../ui/action-button';
import { CredentialState } from '../../ui/credential-state';
import { DASH } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Ago, Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { rolesText } from './role-text';

type Token = SessionsQuery['operatorTokens'][number];

const COLUMNS: readonly Column<Token>[] = [
  { name: 'Operator', cell: ({ name }) => name },
  { name: 'Kind', cell: ({ isBrowserSession }) => (isBrowserSession ? 'Session' : 'Token') },
  {
    name: 'Role',
    cell: ({ role, organizationRoles }) =>
      rolesText([...organizationRoles, ...(organizationRoles.length === 0 ? [role] : [])]),
  },
  {
    name: 'Lenders',
    cell: ({ organizationIds }) => (organizationIds.length === 0 ? 'All' : count(organizationIds.length)),
  },
  { name: 'State', cell: (token) => <CredentialState credential={token} revoked="Ended" /> },
  { name: 'Since', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { name: 'Last active', cell: ({ lastActiveAt }) => (lastActiveAt ? <Ago at={lastActiveAt} /> : DASH) },
  { name: 'Ends', cell: ({ expiresAt }) => <Instant at={expiresAt} /> },
  { name: 'Issued by', cell: ({ createdBy }) => createdBy },
  {
    name: 'Actions',
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

export function Sessions() {
  const lender = useLender();
  const all = useWhole(['operator-tokens'], async (signal) => {
    const { operatorTokens } = await request(SessionsDocument, {}, signal);
    return [...operatorTokens].reverse();
  });
  // No lender named: access to every lender.
  const isForLender = ({ organizationIds }: Token) =>
    lender === null || organizationIds.length === 0 || organizationIds.includes(lender);
  const list = { ...all, rows: all.rows.filter(isForLender) };
  return (
    <ListPage
      title="Sessions and tokens"
      about="Browser sessions and tokens issued here, newest first. Removed 30 days after they expire."
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={{ title: 'No sign-ins or tokens yet' }}
    />
  );
}

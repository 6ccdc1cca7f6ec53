import type { AccountPageQuery } from '../../generated/graphql';
import type { GraphProblem } from '../../graph/problem';
import { useHasRoleAt } from '../../session/operator';
import { Facts } from '../../ui/facts';
import { NotRead } from '../../ui/not-read';
import { Card } from '../../ui/page';
import { RowLink } from '../../ui/row-link';
import { ContactFacts } from './contact-facts';
import { CorrectPerson } from './correct-person';

type Account = AccountPageQuery['account'];

interface BorrowerProps {
  readonly account: Account;
  readonly problem: GraphProblem | undefined;
}

export function BorrowerFacts({ account, problem }: BorrowerProps) {
  const { primaryBorrower, borrowers } = account;
  const mayCorrect = useHasRoleAt('supervisor')(account.organizationId);
  const others = borrowers.filter(({ partyId, isActive }) => isActive && partyId !== primaryBorrower?.id);
  const name = primaryBorrower && (
    <RowLink to={`/borrowers/${primaryBorrower.id}`}>{primaryBorrower.displayName}</RowLink>
  );
  return (
    <ContactFacts person={primaryBorrower} organizationId={account.organizationId} before={[['Name', name]]}>
      {({ aside, facts }) => (
        <Card title="Borrower" aside={aside}>
          {problem && <NotRead what="The borrower’s data" problem={problem} />}
          {facts}
          {others.length > 0 && (
            <Facts
              facts={[
                [
                  'Co-borrowers',
                  others.map(({ displayName, partyId }) => (
                    <div className="co-borrower" key={partyId}>
                      <RowLink to={`/borrowers/${partyId}`}>{displayName ?? partyId}</RowLink>
                      {mayCorrect && <CorrectPerson personId={partyId} name={displayName ?? partyId} />}
                    </div>
                  )),
                ],
              ]}
            />
          )}
        </Card>
      )}
    </ContactFacts>
  );
}

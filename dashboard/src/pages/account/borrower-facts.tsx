import { systemName } from '../../format/display-names';
import type { AccountPageQuery } from '../../generated/graphql';
import type { GraphProblem } from '../../graph/problem';
import { useHasRoleAt } from '../../session/operator';
import { Facts } from '../../ui/facts';
import { NotRead } from '../../ui/not-read';
import { Card } from '../../ui/page';
import { CorrectPerson } from './correct-person';

type Account = AccountPageQuery['account'];

/** Breaks a long email address before its @ rather than within a word. */
function Email({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

interface BorrowerProps {
  readonly account: Account;
  readonly problem: GraphProblem | undefined;
}

export function BorrowerFacts({ account, problem }: BorrowerProps) {
  const { primaryBorrower, borrowers } = account;
  const mayCorrect = useHasRoleAt('supervisor')(account.organizationId);
  const others = borrowers.filter(({ partyId, isActive }) => isActive && partyId !== primaryBorrower?.id);
  const address = primaryBorrower?.addresses.find(({ isCurrent }) => isCurrent);
  return (
    <Card
      title="Borrower"
      aside={mayCorrect && primaryBorrower && <Correction borrower={primaryBorrower} key={primaryBorrower.id} />}
    >
      {problem && <NotRead what="The borrower’s data" problem={problem} />}
      <Facts
        facts={[
          ['Name', primaryBorrower?.displayName],
          ['Telephone', primaryBorrower?.phone],
          ['Email', primaryBorrower?.email && <Email address={primaryBorrower.email} />],
          [
            'Address',
            address && (
              <>
                {address.line1}
                {address.line2 && `, ${address.line2}`}
                <br />
                {cityLine(address)}
                {address.country !== 'US' && `, ${address.country}`}
              </>
            ),
          ],
        ]}
      />
      {others.length > 0 && (
        <Facts
          facts={[
            [
              'Co-borrowers',
              others.map(({ displayName, partyId }) => (
                <div className="co-borrower" key={partyId}>
                  {displayName ?? partyId}
                  {mayCorrect && <CorrectPerson personId={partyId} name={displayName ?? partyId} />}
                </div>
              )),
            ],
          ]}
        />
      )}
    </Card>
  );
}

interface CityAddress {
  readonly city: string;
  readonly state?: string | null;
  readonly postalCode?: string | null;
}

/** City, state and postal code; a foreign address may lack state and postal code. */
function cityLine({ city, state, postalCode }: CityAddress): string {
  const region = [state, postalCode].filter(Boolean).join(' ');
  return [city, region].filter(Boolean).join(', ');
}

/** A button to correct the borrower's data, or where else it is corrected. */
function Correction({ borrower }: { readonly borrower: NonNullable<Account['primaryBorrower']> }) {
  const { id, displayName, loanSystemCode, erasedAt } = borrower;
  if (erasedAt) return <span className="quiet">Erased on request</span>;
  if (loanSystemCode) return <span className="quiet">Corrected in {systemName(loanSystemCode)}</span>;
  return <CorrectPerson personId={id} name={displayName} />;
}

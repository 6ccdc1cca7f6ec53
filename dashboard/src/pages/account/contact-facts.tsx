import { systemName } from '../../format/display-names';
import type { AccountPageQuery } from '../../generated/graphql';
import type { Fact } from '../../ui/facts';
import { CorrectPerson } from './correct-person';

type Person = NonNullable<AccountPageQuery['account']['primaryBorrower']>;
type Contact = Pick<Person, 'phone' | 'email' | 'addresses'>;
type CorrectedPerson = Pick<Person, 'id' | 'displayName' | 'loanSystemCode' | 'erasedAt'>;
type Address = Contact['addresses'][number];

/** A person’s telephone number, email address and current address. */
export function contactFacts(person: Contact | null | undefined): readonly Fact[] {
  const address = person?.addresses.find(({ isCurrent }) => isCurrent);
  return [
    ['Phone', person?.phone],
    ['Email', person?.email && <Email address={person.email} />],
    ['Address', address && <PostalAddress address={address} />],
  ];
}

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

function PostalAddress({ address }: { readonly address: Address }) {
  return (
    <>
      {address.line1}
      {address.line2 && `, ${address.line2}`}
      <br />
      {cityLine(address)}
      {address.country !== 'US' && `, ${address.country}`}
    </>
  );
}

/** City, state and postal code; a foreign address may lack state and postal code. */
function cityLine({ city, state, postalCode }: Address): string {
  const region = [state, postalCode].filter(Boolean).join(' ');
  return [city, region].filter(Boolean).join(', ');
}

/** A button to correct the borrower's data, or where else it is corrected. */
export function Correction({ person }: { readonly person: CorrectedPerson }) {
  const { id, displayName, loanSystemCode, erasedAt } = person;
  if (erasedAt) return <span className="quiet">Erased on request</span>;
  if (loanSystemCode) return <span className="quiet">Corrected in {systemName(loanSystemCode)}</span>;
  return <CorrectPerson personId={id} name={displayName} />;
}

import type { ReactNode } from 'react';
import { systemName } from '../../format/display-names';
import type { AccountPageQuery } from '../../generated/graphql';
import { useHasRoleAt } from '../../session/operator';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { type Fact, Facts } from '../../ui/facts';
import { CorrectPerson } from './correct-person';
import { type RevealedContact, useRevealedContact } from './use-revealed-contact';

type Person = NonNullable<AccountPageQuery['account']['primaryBorrower']>;
type MaskedPerson = Pick<Person, 'maskedEmail' | 'maskedPhone' | 'maskedAddress'>;
type Address = NonNullable<RevealedContact['addresses']>[number];

interface ContactFactsProps {
  readonly person: Person | null | undefined;
  readonly organizationId: string;
  /** What is shown before the contact data. */
  readonly before?: readonly Fact[];
  /** The frame with the facts, and with the buttons for its head. */
  readonly children: (parts: { readonly aside: ReactNode; readonly facts: ReactNode }) => ReactNode;
}

/** A person’s telephone number, email address and current address: masked until an operator reveals them. */
export function ContactFacts({ person, organizationId, before = [], children }: ContactFactsProps) {
  const mayReveal = useHasRoleAt('agent')(organizationId);
  const mayCorrect = useHasRoleAt('supervisor')(organizationId);
  const contact = useRevealedContact(person?.id);
  const { revealed, problem } = contact;
  const isMasked = Boolean(person?.maskedEmail ?? person?.maskedPhone ?? person?.maskedAddress);
  const aside = person && (
    <span className="links">
      {mayReveal && (isMasked || revealed) && (
        <Button
          aria-label={`${revealed ? 'Hide' : 'Reveal'} the contact data of ${person.displayName}`}
          onPress={revealed ? contact.hide : contact.reveal}
        >
          {revealed ? 'Hide' : 'Reveal'}
        </Button>
      )}
      {mayCorrect && <Correction person={person} onCorrected={contact.hide} key={person.id} />}
    </span>
  );
  const facts = (
    <>
      <Problem>{problem}</Problem>
      <Facts facts={[...before, ...(revealed ? revealedFacts(revealed) : maskedFacts(person))]} />
      <div role="status" className="sr-only">
        {revealed && 'The contact data is shown. Its reading is recorded.'}
      </div>
    </>
  );
  return children({ aside, facts });
}

function maskedFacts(person: MaskedPerson | null | undefined): readonly Fact[] {
  return [
    ['Phone', person?.maskedPhone],
    ['Email', person?.maskedEmail && <Email address={person.maskedEmail} />],
    ['Address', person?.maskedAddress],
  ];
}

function revealedFacts({ phone, email, addresses }: RevealedContact): readonly Fact[] {
  const address = addresses?.find(({ isCurrent }) => isCurrent);
  return [
    ['Phone', phone],
    ['Email', email && <Email address={email} />],
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

interface CorrectionProps {
  readonly person: Pick<Person, 'id' | 'displayName' | 'loanSystemCode' | 'erasedAt'>;
  readonly onCorrected: () => void;
}

/** A button to correct the borrower's data, or where else it is corrected. */
function Correction({ person, onCorrected }: CorrectionProps) {
  const { id, displayName, loanSystemCode, erasedAt } = person;
  if (erasedAt) return <span className="quiet">Erased on request</span>;
  if (loanSystemCode) return <span className="quiet">Corrected in {systemName(loanSystemCode)}</span>;
  return <CorrectPerson personId={id} name={displayName} onCorrected={onCorrected} />;
}

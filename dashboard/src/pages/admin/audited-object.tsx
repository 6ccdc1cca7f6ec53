import { numberOf } from '../../format/display-names';
import { AuditedLoanDocument, AuditedPersonDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { Button } from '../../ui/button';

interface AuditedObjectProps {
  readonly id: string;
  readonly onRemove: () => void;
}

/** The loan whose acts are listed; a press lists all again. */
export function AuditedLoan({ id, onRemove }: AuditedObjectProps) {
  const { data } = useAnswer('audited-loan', AuditedLoanDocument, { id });
  const borrower = data?.account.borrowers.find(({ role }) => role === 'primary')?.displayName;
  const name = data ? [borrower, numberOf({ id, ...data.account })].filter(Boolean).join(', ') : id;
  return <Removable label="Loan" name={name} onRemove={onRemove} />;
}

/** The person whose acts are listed. */
export function AuditedPerson({ id, onRemove }: AuditedObjectProps) {
  const { data } = useAnswer('audited-person', AuditedPersonDocument, { id });
  return <Removable label="Borrower" name={data?.person.displayName ?? id} onRemove={onRemove} />;
}

interface RemovableProps {
  readonly label: string;
  readonly name: string;
  readonly onRemove: () => void;
}

/** A filter that another page’s link has set. */
export function Removable({ label, name, onRemove }: RemovableProps) {
  return (
    <Button aria-label={`Remove the filter ${label} ${name}`} data-set onPress={onRemove}>
      <span className="quiet">{label}</span> <strong>{name}</strong> <span aria-hidden="true">×</span>
    </Button>
  );
}

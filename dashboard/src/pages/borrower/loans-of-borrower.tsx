import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { shortDay } from '../../format/dates';
import { numberOf } from '../../format/display-names';
import { flagShown } from '../../format/flags';
import { Button } from '../../ui/button';
import { DASH, orDash } from '../../ui/dash';
import { type Column, DataTable } from '../../ui/data-table';
import { Mark } from '../../ui/mark';
import { Money } from '../../ui/money';
import { Card } from '../../ui/page';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { AddNote } from '../account/add-note';
import type { LoanOfBorrower } from './loan-of-borrower';

interface LoansProps {
  /** The person. */
  readonly id: string;
  readonly loans: readonly LoanOfBorrower[];
  readonly hasMore: boolean;
  readonly mayWrite: boolean;
}

/** Every loan on which the person is or was a borrower, with the acts that begin here. */
export function LoansOfBorrower({ id, loans, hasMore, mayWrite }: LoansProps) {
  const [noted, setNoted] = useState<LoanOfBorrower>();
  const columns = [...columnsFor(id), ...(mayWrite ? [actsColumn(setNoted)] : [])];
  return (
    <Card
      title="Loans"
      aside={
        hasMore && (
          <Link to="/accounts" search={{ text: id }}>
            All loans
          </Link>
        )
      }
    >
      {loans.length === 0 ? (
        <p className="quiet">This person has no loans.</p>
      ) : (
        <DataTable label="Loans" columns={columns} rows={loans} keyOf={(loan) => loan.id} opens={addressOf} />
      )}
      {noted && <AddNote accountId={noted.id} onClose={() => setNoted(undefined)} />}
    </Card>
  );
}

function addressOf({ id }: LoanOfBorrower): string {
  return `/accounts/${id}`;
}

const NOT_READ = <span className="quiet">Not read</span>;

/** A missing part is neither a zero nor a dash. */
function part(name: Parameters<LoanOfBorrower['why']>[0], cell: (loan: LoanOfBorrower) => ReactNode) {
  return (loan: LoanOfBorrower) => (loan.why(name) ? NOT_READ : cell(loan));
}

function columnsFor(personId: string): readonly Column<LoanOfBorrower>[] {
  return [
    { name: 'Loan', cell: (loan) => <RowLink to={addressOf(loan)}>{numberOf(loan)}</RowLink> },
    { name: 'Role', cell: part('borrowers', (loan) => roleOf(loan, personId)) },
    { name: 'Status', cell: ({ statusCode }) => <Status kind="account" status={statusCode} /> },
    { name: 'Flags', cell: part('flags', flagsInForce) },
    {
      name: 'Principal',
      isNumber: true,
      isFirstWhereNarrow: true,
      cell: ({ currentBalanceCents }) => <Money cents={currentBalanceCents} />,
    },
    {
      name: 'Past due',
      isNumber: true,
      cell: part('pastDueCents', ({ pastDueCents }) => (pastDueCents ? <Money cents={pastDueCents} /> : DASH)),
    },
    { name: 'Days', isNumber: true, cell: part('daysPastDue', ({ daysPastDue }) => daysPastDue || DASH) },
    { name: 'Next due', cell: part('nextDueOn', ({ nextDueOn }) => orDash(nextDueOn, shortDay)) },
    {
      name: 'Amount due',
      isNumber: true,
      cell: part('nextDueCents', ({ nextDueCents }) => <Money cents={nextDueCents} />),
    },
    { name: 'Autopay', cell: part('autopaySchedules', autopayOf) },
  ];
}

function roleOf({ borrowers }: LoanOfBorrower, personId: string): string {
  const own = borrowers.find(({ partyId }) => partyId === personId);
  if (own === undefined) return 'Borrower';
  const role = own.role === 'primary' ? 'Primary borrower' : 'Co-borrower';
  return own.isActive ? role : `Former ${role.toLowerCase()}`;
}

function flagsInForce({ flags }: LoanOfBorrower): ReactNode {
  const inForce = (flags ?? []).filter(({ state }) => state === 'in_force');
  if (inForce.length === 0) return DASH;
  return inForce.map(({ id, kind }) => {
    const { text, tone } = flagShown(kind);
    return (
      <Mark key={id} tone={tone}>
        {text}
      </Mark>
    );
  });
}

/** The schedules that may still charge. */
function autopayOf({ autopaySchedules }: LoanOfBorrower): ReactNode {
  const current = (autopaySchedules ?? []).filter(({ status }) => status === 'active' || status === 'paused');
  if (current.length === 0) return DASH;
  return current.map(({ id, status, nextRunDate }) => (
    <span key={id}>
      <Status kind="schedule" status={status} />
      {status === 'active' && `, ${shortDay(nextRunDate)}`}{' '}
    </span>
  ));
}

function actsColumn(note: (loan: LoanOfBorrower) => void): Column<LoanOfBorrower> {
  return {
    name: 'Actions',
    cell: (loan) => (
      <span className="links">
        <Link
          to="/accounts/$id"
          params={{ id: loan.id }}
          search={{ act: 'record' }}
          aria-label={`Record a payment: ${numberOf(loan)}`}
        >
          Record a payment
        </Link>
        <Button look="plain" aria-label={`Add a note: ${numberOf(loan)}`} onPress={() => note(loan)}>
          Add a note
        </Button>
      </span>
    ),
  };
}

import { day } from '../../../format/dates';
import { type AccountStatusCode, LoanScheduleDocument, type LoanScheduleQuery } from '../../../generated/graphql';
import { useAnswer } from '../../../graph/use-answer';
import type { Column } from '../../../ui/data-table';
import { Mark } from '../../../ui/mark';
import { Money } from '../../../ui/money';
import { Rows } from '../../../ui/rows';

type Schedule = NonNullable<LoanScheduleQuery['ledgerSchedule']>;
type Installment = Schedule['installments'][number];

const COLUMNS: readonly Column<Installment>[] = [
  { name: 'Number', cell: ({ number }) => number },
  { name: 'Due', isFirstWhereNarrow: true, cell: ({ dueOn }) => day(dueOn) },
  { name: 'Amount', isNumber: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
  { name: 'Paid', isNumber: true, cell: ({ paidCents }) => <Money cents={paidCents} /> },
  { name: 'Unpaid', isNumber: true, cell: ({ unpaidCents }) => <Money cents={unpaidCents} /> },
  { name: 'State', cell: (installment) => <State installment={installment} /> },
];

interface ScheduleProps {
  readonly id: string;
  readonly status: AccountStatusCode;
}

/** The installments of a loan in the built-in ledger, on the current business day. */
export function Schedule({ id, status }: ScheduleProps) {
  const isDisbursed = status !== 'pending';
  const { data, error, isPending, refetch } = useAnswer(
    'loan-schedule',
    LoanScheduleDocument,
    { id },
    { enabled: isDisbursed },
  );
  if (!isDisbursed) return <p className="quiet">The schedule begins when the loan is disbursed.</p>;
  const schedule = data?.ledgerSchedule;
  const rows = schedule?.installments ?? [];
  return (
    <>
      {schedule && (
        <p className="quiet">
          On {day(schedule.asOf)}; the level payment is <Money cents={schedule.levelPaymentCents} />.
          {schedule.feesCents > 0 && (
            <>
              {' '}
              Fees of <Money cents={schedule.feesCents} /> are owed besides.
            </>
          )}
        </p>
      )}
      <Rows
        label="Installments"
        list={{
          rows,
          isLoading: isPending,
          error: data === undefined ? error : null,
          retry: () => void refetch(),
          more: undefined,
        }}
        columns={COLUMNS}
        keyOf={({ number }) => String(number)}
        foot={footOf(rows)}
        empty={{
          title: 'This loan has no installments',
          text: 'Only loans in the ledger of Tributary have a schedule.',
        }}
      />
    </>
  );
}

function footOf(rows: readonly Installment[]) {
  const sum = (part: 'amountCents' | 'paidCents' | 'unpaidCents') => (
    <Money key={part} cents={rows.reduce((total, row) => total + row[part], 0)} />
  );
  return [`${rows.length} installments`, '', sum('amountCents'), sum('paidCents'), sum('unpaidCents'), ''];
}

function State({ installment: { unpaidCents, paidCents, daysLate } }: { readonly installment: Installment }) {
  if (unpaidCents === 0) return <Mark tone="quiet">Paid</Mark>;
  if (daysLate > 0) {
    return (
      <Mark tone="bad">
        {daysLate} {daysLate === 1 ? 'day' : 'days'} late
      </Mark>
    );
  }
  return <Mark tone="plain">{paidCents > 0 ? 'Partly paid' : 'Not due yet'}</Mark>;
}

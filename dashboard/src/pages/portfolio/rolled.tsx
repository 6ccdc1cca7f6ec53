import { useNavigate, useSearch } from '@tanstack/react-router';
import { day, endOfMonthBefore } from '../../format/dates';
import { dollars, percent, plural } from '../../format/money';
import { RolledLoansDocument, type RolledLoansQuery, RollOfMonthDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useList } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { NotFound } from '../../shell/not-found';
import { ChoiceFilter } from '../../ui/choice-filter';
import { DASH } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { BORROWER, LOAN } from '../../ui/loan-columns';
import { Money } from '../../ui/money';
import { Status } from '../../ui/status';
import { ROLLS, type Roll, rollOf } from './aging-bucket-rolls';

type Rolled = RolledLoansQuery['rolledAccounts']['items'][number];

/** The balances that the roll rate sums: those at the end of the previous month. */
const COLUMNS: readonly Column<Rolled>[] = [
  BORROWER,
  LOAN,
  {
    name: 'Before the month',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ balanceCents }) => <Money cents={balanceCents} />,
  },
  { name: 'At its end', isNumber: true, cell: ({ balanceAtEndCents }) => <Money cents={balanceAtEndCents} /> },
  { name: 'Days past due then', isNumber: true, cell: ({ daysPastDue }) => daysPastDue || DASH },
  { name: 'Now', cell: ({ account }) => account && <Status kind="account" status={account.statusCode} /> },
  { name: 'Lender', cell: ({ account }) => account?.organization?.displayName },
];

/** The loans that moved from one bucket to another within a month: the rows that a roll rate sums. */
export function Rolled() {
  const { month, from, to } = useSearch({ from: '/portfolio/rolls' });
  const roll = ROLLS.find((each) => each.from === from && each.to === to);
  if (month === undefined || roll === undefined) return <NotFound />;
  return <OneRoll monthEnd={month} roll={roll} />;
}

function OneRoll({ monthEnd, roll }: { readonly monthEnd: string; readonly roll: Roll }) {
  const navigate = useNavigate({ from: '/portfolio/rolls' });
  const organizationId = useLender();
  const variables = { organizationId, monthEnd, fromState: roll.from, toState: roll.to };
  const list = useList('rolled', RolledLoansDocument, variables, ({ rolledAccounts }) => rolledAccounts);
  const { data } = useAnswer('roll-of-month', RollOfMonthDocument, { organizationId, monthEnd });
  const kept = data && (data.rollRates.find((row) => row.fromState === roll.from && row.toState === roll.to) ?? NONE);
  return (
    <ListPage
      title={roll.name}
      about={
        kept &&
        `From the end of ${day(endOfMonthBefore(monthEnd))} to the end of ${day(monthEnd)}: ${percent(Number(kept.rateOfBalance))} of the starting balance.`
      }
      list={list}
      columns={COLUMNS}
      keyOf={({ accountId }) => accountId}
      opens={({ accountId }) => `/accounts/${accountId}`}
      foot={kept && [plural(kept.accounts, 'loan'), ...['', dollars(kept.balanceCents), '', '', '', '']]}
      empty={{ title: 'No loan made this move in this month', text: 'Choose another move.' }}
      actions={
        <ChoiceFilter
          label="Move"
          isRequired
          choices={ROLLS.map(({ name }) => ({ id: name, text: name }))}
          chosen={roll.name}
          onChoose={(name) => {
            const chosen = ROLLS.find((each) => each.name === name) ?? rollOf('current', '1-29');
            void navigate({ search: { month: monthEnd, from: chosen.from, to: chosen.to }, replace: true });
          }}
        />
      }
    />
  );
}

const NONE = { accounts: 0, balanceCents: 0, rateOfBalance: '0' };

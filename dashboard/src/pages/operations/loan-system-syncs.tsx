import { Link } from '@tanstack/react-router';
import { systemName } from '../../format/display-names';
import { count } from '../../format/money';
import type { OperationsSystemsQuery } from '../../generated/graphql';
import { useCoveredLenders } from '../../lender/lenders';
import { DASH } from '../../ui/dash';
import { Empty } from '../../ui/empty-failed-and-loading-states';
import { Mark } from '../../ui/mark';
import { Card } from '../../ui/page';
import { TableHead } from '../../ui/table-head';
import { healthOf } from '../loan-systems/health';
import { Since } from './counted';
import { type Part, Shown } from './reading';

type LoanSystems = OperationsSystemsQuery['loanSystems'];
type LoanSystem = NonNullable<LoanSystems>[number];

const COLUMNS = [
  'Loan system',
  'State',
  { number: 'Synced up to' },
  { number: 'Last sync ended' },
  { number: 'Loans not read' },
  'Last error',
];

/** How far the sync of each loan system has come, and what failed. */
export function LoanSystemSyncs({ part }: { readonly part: Part<LoanSystems> }) {
  const covered = useCoveredLenders();
  const isCovered = ({ organizationId }: LoanSystem) =>
    !organizationId || covered.some(({ id }) => id === organizationId);
  return (
    <Card title="Loan systems" aside={<Link to="/loan-systems">Loan systems</Link>}>
      <Shown what="Loan systems" part={part}>
        {(systems) => {
          const shown = systems.filter(({ isActive }) => isActive).filter(isCovered);
          if (shown.length === 0) return <Empty title="No loan system yet" />;
          return (
            <div className="scrolls">
              <table className="table plain" aria-label="Loan systems">
                <TableHead columns={COLUMNS} />
                <tbody>
                  {shown.map((system) => (
                    <Row key={system.code} system={system} />
                  ))}
                </tbody>
              </table>
            </div>
          );
        }}
      </Shown>
    </Card>
  );
}

function Row({ system }: { readonly system: LoanSystem }) {
  const { code, sync } = system;
  const { text, tone } = healthOf(system);
  return (
    <tr>
      <td>{systemName(code)}</td>
      <td>
        <Mark tone={tone}>{text}</Mark>
      </td>
      <td className="right">{sync ? <Since at={sync.syncedThrough} /> : DASH}</td>
      <td className="right">{sync?.isRunning ? 'Running' : <Since at={sync?.finishedAt} />}</td>
      <td className="right">{sync ? count(sync.loansFailed) : DASH}</td>
      <td>{sync?.lastError ? <span title={sync.lastError}>{sync.lastError}</span> : DASH}</td>
    </tr>
  );
}

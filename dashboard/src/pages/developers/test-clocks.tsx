import { useLender } from '../../lender/chosen-lender';
import { useLenders } from '../../lender/lenders';
import { Empty, Failed } from '../../ui/empty-failed-and-loading-states';
import { Page } from '../../ui/page';
import { TestClock } from './test-clock';

/** The date in each sandbox organization, with the form to advance it. */
export function TestClocks() {
  const lender = useLender();
  const { lenders, error, retry } = useLenders();
  const shown = lenders.filter(({ id, isSandbox }) => isSandbox && (lender === null || id === lender));
  return (
    <Page
      title="Test clock"
      about="The business date of a sandbox organization moves when you advance it. Every day on the way is processed."
    >
      {error ? (
        <Failed error={error} retry={retry} />
      ) : shown.length === 0 ? (
        <Empty title={lender === null ? 'No sandbox organization yet' : 'This lender is not a sandbox'}>
          Only a sandbox organization has a test clock. An administrator creates one: organizations create --sandbox.
        </Empty>
      ) : (
        <div className="columns even top">
          {shown.map(({ id, displayName }) => (
            <TestClock key={id} organizationId={id} name={displayName} />
          ))}
        </div>
      )}
    </Page>
  );
}

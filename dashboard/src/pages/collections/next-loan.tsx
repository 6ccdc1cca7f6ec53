import { useNavigate } from '@tanstack/react-router';
import { TakeNextLoanDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useLender } from '../../lender/chosen-lender';
import { useHasRole } from '../../session/operator';
import { ActProblem } from '../../ui/act-problem';
import { Button } from '../../ui/button';

/** Takes the next loan of the queue and opens it. */
export function NextLoanButton() {
  const mayTake = useHasRole('agent');
  const organizationId = useLender();
  const navigate = useNavigate();
  const next = useMutationOnce({
    perform: () => request(TakeNextLoanDocument, { organizationId }),
    changes: ['collections', 'collection-totals', 'account'],
    onDone: ({ takeNextCollectionLoan: taken }) =>
      taken && navigate({ to: '/accounts/$id', params: { id: taken.accountId }, search: {} }),
  });
  if (!mayTake) return null;
  return (
    <>
      <Button look="primary" isDisabled={next.isPending} onPress={next.start}>
        Next loan
      </Button>
      <span role="status" className="quiet">
        {next.data && !next.data.takeNextCollectionLoan && 'No loan is waiting now.'}
      </span>
      <ActProblem act={next} />
    </>
  );
}

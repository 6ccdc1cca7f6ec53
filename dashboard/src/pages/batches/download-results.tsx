import { BatchResultFileDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { ActProblem } from '../../ui/act-problem';
import { Button } from '../../ui/button';
import { saveFile } from '../../ui/download-button';

/** Every row with its outcome, as the API’s file. */
export function DownloadResults({ id }: { readonly id: string }) {
  const read = useMutationOnce({
    perform: () => request(BatchResultFileDocument, { id }),
    onDone: ({ paymentBatchResultFile }) =>
      saveFile(new Blob([paymentBatchResultFile], { type: 'text/csv' }), `payment-batch-${id}.csv`),
  });
  return (
    <>
      <Button onPress={read.start} isDisabled={read.isPending}>
        Download CSV
      </Button>
      <ActProblem act={read} />
    </>
  );
}

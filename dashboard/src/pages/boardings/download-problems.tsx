import { BoardingProblemFileDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { ActProblem } from '../../ui/act-problem';
import { Button } from '../../ui/button';
import { saveFile } from '../../ui/download-button';

/** The problems of the file as CSV, to correct it by. */
export function DownloadProblems({ id }: { readonly id: string }) {
  const read = useMutationOnce({
    perform: () => request(BoardingProblemFileDocument, { id }),
    onDone: ({ ledgerBoardingProblemFile }) =>
      saveFile(new Blob([ledgerBoardingProblemFile], { type: 'text/csv' }), `boarding-problems-${id}.csv`),
  });
  return (
    <>
      <Button onPress={read.start} isDisabled={read.isPending}>
        Download problems
      </Button>
      <ActProblem act={read} />
    </>
  );
}

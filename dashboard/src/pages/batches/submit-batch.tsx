import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type PaymentBatchMode, SubmitBatchDocument } from '../../generated/graphql';
import { GraphProblem } from '../../graph/problem';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useCoveredLenders } from '../../lender/lenders';
import { useHasRole, useHasRoleAt } from '../../session/operator';
import { ActProblem } from '../../ui/act-problem';
import { Button } from '../../ui/button';
import { ChoiceFilter } from '../../ui/choice-filter';
import { ChooseFile } from '../../ui/choose-file';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { readBatchFile } from './batch-file';
import { FileProblems } from './file-problems';
import { MODE_NAMES } from './shown-batch';

/** Opens the form, for operators who may submit payments at one of their lenders. */
export function SubmitBatchButton() {
  const [isOpen, setOpen] = useState(false);
  if (!useHasRole('supervisor')) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>Submit a file</Button>
      {isOpen && <SubmitBatch onClose={() => setOpen(false)} />}
    </>
  );
}

const KINDS = [
  { id: 'dry', text: 'Dry run: post nothing' },
  { id: 'post', text: 'Record the payments' },
];
const MODES = Object.entries(MODE_NAMES).map(([id, text]) => ({ id, text }));

/** A file of payments for one lender, tried first or recorded. */
function SubmitBatch({ onClose }: { readonly onClose: () => void }) {
  const maySubmitAt = useHasRoleAt('supervisor');
  const lenders = useCoveredLenders().filter(({ id }) => maySubmitAt(id));
  const [lender, setLender] = useState(lenders.length === 1 ? (lenders[0]?.id ?? '') : '');
  const [file, setFile] = useState<File>();
  const [kind, setKind] = useState('dry');
  const [mode, setMode] = useState<PaymentBatchMode>('stop');
  const [isTried, setTried] = useState(false);
  const { problem, ...submit } = useSubmit({ file, lender, mode, isDryRun: kind === 'dry' });
  return (
    <Dialog title="Submit a file of payments" isOpen onClose={onClose} isHeld={submit.isPending}>
      <Form
        onSubmit={() => {
          setTried(true);
          if (file !== undefined && lender !== '') submit.start();
        }}
      >
        <p className="quiet">
          CSV with the columns idempotency key, contract number, amount in cents and payment method; at most 10,000
          rows. It is accepted as a whole or not at all.
        </p>
        <ChooseFile
          file={file}
          accepted={['.csv', 'text/csv']}
          onChoose={(chosen) => {
            setFile(chosen);
            submit.reset();
          }}
          isMissing={isTried && file === undefined}
        />
        <ChoiceFilter
          label="Lender"
          isRequired
          choices={lenders.map(({ id, displayName }) => ({ id, text: displayName }))}
          chosen={lender}
          onChoose={setLender}
          problem={isTried && lender === '' ? 'Please choose a lender.' : undefined}
        />
        <ChoiceFilter label="Kind" isRequired choices={KINDS} chosen={kind} onChoose={setKind} />
        <ChoiceFilter
          label="When a row is refused"
          isRequired
          choices={MODES}
          chosen={mode}
          onChoose={(chosen) => setMode(chosen === 'continue' ? 'continue' : 'stop')}
        />
        {problem === undefined ? <ActProblem act={submit.act} /> : <FileProblems problem={problem} />}
        <DialogFooter onCancel={onClose} isHeld={submit.isPending} isDisabled={submit.isPending}>
          {submit.isPending ? 'Submitting …' : 'Submit'}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

interface Submission {
  readonly file: File | undefined;
  readonly lender: string;
  readonly mode: PaymentBatchMode;
  readonly isDryRun: boolean;
}

/**
 * The file’s digest is the key of its payments, as at the command line: the same file is one batch, however often it is
 * submitted, also after a lost answer or by another person. A dry run posts nothing, so each has a key of its own.
 */
function useSubmit({ file, lender, mode, isDryRun }: Submission) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<GraphProblem>();
  const act = useMutationOnce({
    perform: async () => {
      setProblem(undefined);
      if (file === undefined) throw new GraphProblem('refused', 'Please choose a file.');
      const { csv, digest } = await readBatchFile(file);
      const key = isDryRun ? crypto.randomUUID() : digest;
      const input = { mode, dryRun: isDryRun, csv };
      try {
        return await request(SubmitBatchDocument, { organizationId: lender, key, input });
      } catch (error) {
        if (error instanceof GraphProblem && error.parts.length > 0) setProblem(error);
        if (error instanceof GraphProblem && error.code === 'idempotency_conflict') throw SUBMITTED_DIFFERENTLY;
        throw error;
      }
    },
    changes: ['batches'],
    onDone: ({ createPaymentBatch: { batch } }) =>
      batch ? navigate({ to: '/payment-batches/$id', params: { id: batch.id } }) : undefined,
  });
  const reset = () => {
    setProblem(undefined);
    act.reset();
  };
  return { act, problem, start: act.start, isPending: act.isPending, reset };
}

const SUBMITTED_DIFFERENTLY = new GraphProblem(
  'idempotency_conflict',
  'This file was submitted before, with another choice for refused rows. Open its batch in the list.',
);

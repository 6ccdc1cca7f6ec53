import { useState } from 'react';
import { useLender } from '../../lender/chosen-lender';
import { useLenders } from '../../lender/lenders';
import { useHasRole, useHasRoleAt } from '../../session/operator';
import { ActProblem } from '../../ui/act-problem';
import { Button } from '../../ui/button';
import { ChoiceFilter } from '../../ui/choice-filter';
import { ChooseFile } from '../../ui/choose-file';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import type { Boarding } from './shown-boarding';
import { useSendFile } from './use-send-file';

interface BoardFileButtonProps {
  readonly label: string;
  /** The dry run of this file: it is boarded with the same options. */
  readonly checked?: Boarding;
}

/** Opens the form, for operators who may board at one of their lenders. */
export function BoardFileButton({ label, checked }: BoardFileButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useHasRole('supervisor')) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{label}</Button>
      {isOpen && <BoardFile checked={checked} onClose={() => setOpen(false)} />}
    </>
  );
}

const KINDS = [
  { id: 'dry', text: 'Dry run: check the file only' },
  { id: 'board', text: 'Board the loans' },
];
const IN_ERROR = [
  { id: 'refuse', text: 'Refuse the file' },
  { id: 'leave', text: 'Leave those loans out' },
];
const WARNINGS = [
  { id: 'board', text: 'Board those loans' },
  { id: 'error', text: 'Treat them as errors' },
];
const CHARSETS = [
  { id: 'utf-8', text: 'UTF-8' },
  { id: 'windows-1252', text: 'Windows-1252' },
  { id: 'utf-16le', text: 'UTF-16' },
];

interface BoardFileProps {
  readonly checked: Boarding | undefined;
  readonly onClose: () => void;
}

/** A portfolio's file for one lender, checked first or boarded. */
function BoardFile({ checked, onClose }: BoardFileProps) {
  const chosen = useLender();
  const mayBoardAt = useHasRoleAt('supervisor');
  const lenders = useLenders().lenders.filter(({ id }) => mayBoardAt(id));
  const first =
    lenders.find(({ id }) => id === (checked?.organizationId ?? chosen)) ??
    (lenders.length === 1 ? lenders[0] : undefined);
  const [lender, setLender] = useState(first?.id ?? '');
  const [file, setFile] = useState<File>();
  const [kind, setKind] = useState(checked === undefined ? 'dry' : 'board');
  const [inError, setInError] = useState(checked?.skipsInvalid ? 'leave' : 'refuse');
  const [warnings, setWarnings] = useState(checked?.isStrict ? 'error' : 'board');
  const [charset, setCharset] = useState('utf-8');
  const [isTried, setTried] = useState(false);
  const isWhole = file !== undefined && lender !== '';
  const options = {
    charset,
    isDryRun: kind === 'dry',
    skipsInvalid: inError === 'leave',
    isStrict: warnings === 'error',
  };
  const send = useSendFile(isWhole ? { organizationId: lender, file, ...options } : undefined);
  return (
    <Dialog title="Board a file" isOpen onClose={onClose} isHeld={send.isPending}>
      <Form
        onSubmit={() => {
          setTried(true);
          if (isWhole) send.start();
        }}
      >
        <p className="quiet">
          CSV or NDJSON with a row for each loan and each row of its history, amounts in cents.
          {checked !== undefined &&
            ' A dry run keeps no file: please choose the same one again. The options are those of the dry run; the encoding is not kept.'}
        </p>
        <ChooseFile
          file={file}
          accepted={['.csv', '.ndjson', '.jsonl']}
          onChoose={(chosen) => {
            setFile(chosen);
            send.reset();
          }}
          isDisabled={send.isPending}
          isMissing={isTried && file === undefined}
        />
        <ChoiceFilter
          label="Lender"
          isRequired
          choices={lenders.map(({ id, displayName }) => ({ id, text: displayName }))}
          chosen={lender}
          onChoose={setLender}
          problem={isTried && lender === '' ? 'Please choose the lender.' : undefined}
        />
        <ChoiceFilter label="Kind" isRequired choices={KINDS} chosen={kind} onChoose={setKind} />
        <ChoiceFilter label="Loans in error" isRequired choices={IN_ERROR} chosen={inError} onChoose={setInError} />
        <ChoiceFilter label="Warnings" isRequired choices={WARNINGS} chosen={warnings} onChoose={setWarnings} />
        <ChoiceFilter label="Encoding" isRequired choices={CHARSETS} chosen={charset} onChoose={setCharset} />
        {send.isPending && <UploadProgress percent={send.percent} />}
        <ActProblem act={send} />
        <DialogFooter onCancel={onClose} isDisabled={send.isPending}>
          {send.isPending ? 'Uploading …' : kind === 'dry' ? 'Check the file' : 'Board the loans'}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

function UploadProgress({ percent }: { readonly percent: number }) {
  return (
    <p role="status" className="quiet">
      <progress aria-label="Uploaded" max={100} value={percent} /> {percent} % uploaded. Cancel stops the upload.
    </p>
  );
}

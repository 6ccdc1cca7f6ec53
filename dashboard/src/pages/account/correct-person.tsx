import { useState } from 'react';
import { systemName } from '../../format/display-names';
import { CorrectPersonDocument, PersonToCorrectDocument, type PersonToCorrectQuery } from '../../generated/graphql';
import { GraphProblem } from '../../graph/problem';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Failed } from '../../ui/empty-failed-and-loading-states';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { correctionOf, draftOf, isSameAddress, type PersonDraft } from './person-draft';
import { usePersonToCorrect } from './use-person-to-correct';

interface CorrectPersonProps {
  readonly personId: string;
  readonly name: string;
  /** Called once a correction is stored. */
  readonly onCorrected?: () => void;
}

/** A button that opens the form. The person is read only then, because each such read is audited. */
export function CorrectPerson({ personId, name, onCorrected }: CorrectPersonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-label={`Correct the data of ${name}`} onPress={() => setOpen(true)}>
        Correct
      </Button>
      {isOpen && (
        <CorrectionDialog personId={personId} name={name} onCorrected={onCorrected} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface CorrectionDialogProps extends Pick<CorrectPersonProps, 'personId' | 'name'> {
  readonly onCorrected: (() => void) | undefined;
  readonly onClose: () => void;
}

function CorrectionDialog({ personId, name, onCorrected, onClose }: CorrectionDialogProps) {
  const { person, error, readAgain } = usePersonToCorrect(personId);
  const [isHeld, setHeld] = useState(false);
  const elsewhere = person && reasonAgainst(person);
  return (
    <Dialog title={`Correct the data of ${name}`} isOpen onClose={onClose} isHeld={isHeld}>
      {error && <Failed error={error} retry={readAgain} />}
      {elsewhere && (
        <>
          <p>{elsewhere}</p>
          <footer>
            <Button autoFocus onPress={onClose}>
              Close
            </Button>
          </footer>
        </>
      )}
      {person && !elsewhere && (
        <PersonForm person={person} onCorrected={onCorrected} onClose={onClose} onHold={setHeld} />
      )}
    </Dialog>
  );
}

function reasonAgainst({ loanSystemCode, erasedAt }: PersonToCorrectQuery['person']): string | undefined {
  if (erasedAt) return 'This person was erased on request, so their data can no longer be changed.';
  if (loanSystemCode)
    return `Another loan system keeps this person’s data: correct it in ${systemName(loanSystemCode)}.`;
  return undefined;
}

type FieldProblems = Partial<Record<keyof PersonDraft, string>>;

function fieldProblems(draft: PersonDraft, error: unknown): FieldProblems {
  if (!(error instanceof GraphProblem)) return {};
  const found = Object.keys(draft).map((field) => [field, error.about(field)] as const);
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
}

/**
 * An address is replaced as a whole, so another operator's correction must not be overwritten unseen. @throws
 * {GraphProblem}
 */
async function requireUnchangedAddress(id: string, before: PersonDraft): Promise<void> {
  const { person } = await request(PersonToCorrectDocument, { id });
  if (isSameAddress(draftOf(person), before)) return;
  throw new GraphProblem(
    'address_changed',
    'Another operator has corrected the address. Close this form and open it again.',
  );
}

interface PersonFormProps {
  readonly person: PersonToCorrectQuery['person'];
  readonly onCorrected: (() => void) | undefined;
  readonly onClose: () => void;
  /** Whether a correction is pending. */
  readonly onHold: (isHeld: boolean) => void;
}

function PersonForm({ person, onCorrected, onClose, onHold }: PersonFormProps) {
  const [before] = useState(() => draftOf(person));
  const [draft, setDraft] = useState(before);
  const [problems, setProblems] = useState<FieldProblems>({});
  const input = correctionOf(before, draft);
  const correct = useMutationOnce({
    perform: async () => {
      onHold(true);
      try {
        if (input?.address !== undefined) await requireUnchangedAddress(person.id, before);
        return await request(CorrectPersonDocument, { id: person.id, input: input ?? {} });
      } catch (error) {
        setProblems(fieldProblems(draft, error));
        throw error;
      } finally {
        onHold(false);
      }
    },
    changes: 'all',
    onDone: () => {
      onCorrected?.();
      onClose();
    },
  });
  const field = (name: keyof PersonDraft) => ({
    value: draft[name],
    onChange: (value: string) => {
      setDraft((now) => ({ ...now, [name]: value }));
      // A field with a problem would keep the browser from submitting the form.
      setProblems(({ [name]: _, ...others }) => others);
      correct.reset();
    },
    problem: problems[name],
  });
  return (
    <Form
      onSubmit={() => {
        if (input !== undefined) correct.start();
      }}
    >
      <TextField label="Name" {...field('displayName')} autoFocus />
      <TextField label="Email" {...field('email')} maxLength={254} />
      <TextField label="Phone" {...field('phone')} maxLength={40} />
      <TextField label="Street and number" {...field('line1')} />
      <TextField label="Flat or floor" {...field('line2')} />
      <TextField label="City" {...field('city')} maxLength={100} />
      <div className="field-row">
        <TextField label="State" {...field('state')} />
        <TextField label="ZIP or postal code" {...field('postalCode')} />
        <TextField label="Country" {...field('country')} maxLength={2} hint="Two letters" />
      </div>
      {Object.keys(problems).length === 0 && <Problem>{correct.problem}</Problem>}
      <DialogFooter onCancel={onClose} isHeld={correct.isPending} isDisabled={input === undefined || correct.isPending}>
        {correct.isPending ? 'Correcting …' : 'Correct'}
      </DialogFooter>
    </Form>
  );
}

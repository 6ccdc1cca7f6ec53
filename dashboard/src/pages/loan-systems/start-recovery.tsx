import { useState } from 'react';
import { StartRecoveryDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useLenders } from '../../lender/lenders';
import { useHasRole, useOperator } from '../../session/operator';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { ChoiceFilter } from '../../ui/choice-filter';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';

const EVERY_LENDER = 'every';

/** Begins the recovery from a restore of the database, of one lender or of all. For admins of all lenders. */
export function StartRecovery() {
  const [isOpen, setOpen] = useState(false);
  const isAdmin = useHasRole('admin');
  const { organizationIds } = useOperator();
  if (!isAdmin || organizationIds !== null) return null;
  return (
    <>
      <div className="filters">
        <Button onPress={() => setOpen(true)}>Start a recovery</Button>
      </div>
      {isOpen && <StartRecoveryForm onClose={() => setOpen(false)} />}
    </>
  );
}

function StartRecoveryForm({ onClose }: { readonly onClose: () => void }) {
  const [restoredTo, setRestoredTo] = useState('');
  const [lender, setLender] = useState(EVERY_LENDER);
  const [isTried, setTried] = useState(false);
  const { lenders } = useLenders();
  const since = instantOf(restoredTo);
  const start = useMutationOnce({
    perform: () =>
      request(StartRecoveryDocument, {
        since: since ?? '',
        organizationId: lender === EVERY_LENDER ? null : lender,
      }),
    changes: 'all',
    onDone: onClose,
  });
  return (
    <Dialog title="Start a recovery" isOpen onClose={onClose} isHeld={start.isPending}>
      <Form
        onSubmit={() => {
          setTried(true);
          if (since !== undefined) start.start();
        }}
      >
        <p>
          For use after the database was restored to an earlier time. From now on each posting at a remote loan system
          is looked up there before it is sent, and a loan system that cannot be searched takes no postings until its
          list was read. Clients then send every request since that time again.
        </p>
        <TextField
          label="Restored to (UTC)"
          value={restoredTo}
          onChange={setRestoredTo}
          hint="For example 2026-11-28 14:05"
          problem={
            isTried && since === undefined
              ? 'Please enter the date and time in UTC, for example 2026-11-28 14:05.'
              : undefined
          }
        />
        <ChoiceFilter
          label="Lender"
          isRequired
          choices={[
            { id: EVERY_LENDER, text: 'Every lender' },
            ...lenders.map(({ id, displayName }) => ({ id, text: displayName })),
          ]}
          chosen={lender}
          onChoose={setLender}
        />
        <Problem>{start.problem}</Problem>
        <DialogFooter onCancel={onClose} isHeld={start.isPending} isDisabled={start.isPending}>
          {start.isPending ? 'Starting …' : 'Start the recovery'}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

/** `2026-11-28 14:05`, with or without seconds, `T` and `Z`, as an instant; undefined if it is none. */
function instantOf(typed: string): string | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})[ T]+(\d{1,2}):(\d{2}(?::\d{2})?)Z?$/.exec(typed.trim());
  if (parts === null) return undefined;
  const [, day, hour = '', rest] = parts;
  const at = new Date(`${day}T${hour.padStart(2, '0')}:${rest}Z`);
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day ?? '') ? undefined : at.toISOString();
}

import { useState } from 'react';
import { flagShown } from '../../../format/flags';
import { type FlagFieldsFragment, LiftFlagDocument } from '../../../generated/graphql';
import { request } from '../../../graph/request';
import { useMutationOnce } from '../../../graph/use-mutation-once';
import { Problem } from '../../../ui/action-problem-alert';
import { Dialog, DialogFooter } from '../../../ui/dialog';
import { Form } from '../../../ui/form';
import { ReasonField } from '../../../ui/reason-field';

export function LiftFlag({ flag, onClose }: { readonly flag: FlagFieldsFragment; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const lift = useMutationOnce({
    perform: () => request(LiftFlagDocument, { id: flag.id, reason }),
    changes: ['account', 'accounts', 'account-totals'],
    onDone: onClose,
  });
  return (
    <Dialog title={`Lift the flag “${flagShown(flag.kind).text}”`} isOpen onClose={onClose} isHeld={lift.isPending}>
      <Form onSubmit={() => reason.trim() !== '' && lift.start()}>
        <p>What it stops may begin again at once. An autopay charge that it stopped is made on its next retry day.</p>
        <ReasonField label="Reason" value={reason} onChange={setReason} />
        <Problem>{lift.problem}</Problem>
        <DialogFooter onCancel={onClose} isHeld={lift.isPending} isDisabled={lift.isPending || reason.trim() === ''}>
          {lift.isPending ? 'Lifting …' : 'Lift the flag'}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

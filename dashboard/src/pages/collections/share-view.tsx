import { useState } from 'react';
import { SaveSharedViewDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import type { Lender } from '../../lender/lenders';
import { Problem } from '../../ui/action-problem-alert';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';

interface ShareViewProps {
  readonly lender: Lender;
  /** The filters, as in the address. */
  readonly search: string;
  readonly onClose: () => void;
}

export function ShareView({ lender, search, onClose }: ShareViewProps) {
  const [name, setName] = useState('');
  const save = useMutationOnce({
    perform: () =>
      request(SaveSharedViewDocument, {
        organizationId: lender.id,
        input: { page: 'collections', name: name.trim(), search },
      }),
    changes: ['shared-views'],
    onDone: onClose,
  });
  return (
    <Dialog title="Share these filters" isOpen onClose={onClose} isHeld={save.isPending}>
      <Form
        onSubmit={() => {
          if (name.trim() !== '') save.start();
        }}
      >
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          autoFocus
          maxLength={60}
          hint={`Every operator of ${lender.displayName} sees this view. A view of the same name is replaced.`}
        />
        <Problem>{save.problem}</Problem>
        <DialogFooter onCancel={onClose} isHeld={save.isPending} isDisabled={save.isPending || name.trim() === ''}>
          {save.isPending ? 'Saving …' : 'Share'}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

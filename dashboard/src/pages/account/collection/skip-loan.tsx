import { useState } from 'react';
import { SKIP_REASON_CHOICES, SKIP_REASON_IDS } from '../../../format/collections';
import { type CollectionSkipReason, ReleaseLoanDocument } from '../../../generated/graphql';
import { request } from '../../../graph/request';
import { useMutationOnce } from '../../../graph/use-mutation-once';
import { Problem } from '../../../ui/action-problem-alert';
import { ChoiceFilter } from '../../../ui/choice-filter';
import { DateField } from '../../../ui/date-field';
import { Dialog, DialogFooter } from '../../../ui/dialog';
import { Form } from '../../../ui/form';

export function SkipLoan({ accountId, onClose }: { readonly accountId: string; readonly onClose: () => void }) {
  const [reason, setReason] = useState<CollectionSkipReason>('no_answer');
  const [day, setDay] = useState('');
  const skip = useMutationOnce({
    perform: () => request(ReleaseLoanDocument, { accountId, skipReason: reason, followUpOn: day === '' ? null : day }),
    changes: ['account', 'collections', 'collection-totals'],
    onDone: onClose,
  });
  return (
    <Dialog title="Skip this loan" isOpen onClose={onClose} isHeld={skip.isPending}>
      <Form onSubmit={skip.start}>
        <p>It is given out again from the follow-up day, or from tomorrow without one.</p>
        <ChoiceFilter
          label="Reason"
          isRequired
          choices={SKIP_REASON_CHOICES}
          chosen={reason}
          onChoose={(id) => setReason(SKIP_REASON_IDS.find((each) => each === id) ?? 'other')}
        />
        <div className="field">
          <span className="label">Follow-up day</span>
          <DateField label="Follow-up day" value={day} onChange={setDay} />
        </div>
        <Problem>{skip.problem}</Problem>
        <DialogFooter onCancel={onClose} isHeld={skip.isPending} isDisabled={skip.isPending}>
          {skip.isPending ? 'Skipping …' : 'Skip the loan'}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

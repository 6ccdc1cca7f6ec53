import { useState } from 'react';
import { ApproveActDocument, RejectActDocument, WithdrawActDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { ActButton } from '../../ui/action-button';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { ReasonField } from '../../ui/reason-field';
import type { Approval } from './shown-approval';

/** Approve and reject for a second person; withdraw for the one who asked. Says why where neither is possible. */
export function DecideOnApproval({ approval: { id, status, isOwn, mayDecide } }: { readonly approval: Approval }) {
  if (status !== 'open') return null;
  if (isOwn)
    return (
      <>
        <span className="quiet">You requested this, so another person must approve it</span>
        <ActButton
          label="Withdraw"
          question="Withdraw this request? Nothing is carried out."
          perform={() => request(WithdrawActDocument, { id })}
        />
      </>
    );
  if (!mayDecide) return <span className="quiet">Your role or your limit does not allow this approval</span>;
  return (
    <>
      <Reject id={id} />
      <ActButton
        label="Approve"
        question="Approve this? It is carried out at once, in your name."
        perform={() => request(ApproveActDocument, { id })}
      />
    </>
  );
}

function Reject({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const { start, isPending, problem } = useMutationOnce({
    perform: () => request(RejectActDocument, { id, reason }),
    changes: 'all',
    onDone: () => setOpen(false),
  });
  return (
    <>
      <Button onPress={() => setOpen(true)}>Reject</Button>
      <Dialog title="Reject" isOpen={isOpen} onClose={() => setOpen(false)} isHeld={isPending}>
        <Form onSubmit={start}>
          <ReasonField
            label="Reason"
            value={reason}
            onChange={setReason}
            hint="Shown to the person who requested it."
          />
          <Problem>{problem}</Problem>
          <DialogFooter
            look="danger"
            onCancel={() => setOpen(false)}
            isHeld={isPending}
            isDisabled={isPending || reason.trim() === ''}
          >
            Reject
          </DialogFooter>
        </Form>
      </Dialog>
    </>
  );
}

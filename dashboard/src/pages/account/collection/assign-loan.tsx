import { useState } from 'react';
import { AssignLoanDocument } from '../../../generated/graphql';
import { request } from '../../../graph/request';
import { useMutationOnce } from '../../../graph/use-mutation-once';
import { useOperator } from '../../../session/operator';
import { Problem } from '../../../ui/action-problem-alert';
import { Button } from '../../../ui/button';
import { Dialog, DialogFooter } from '../../../ui/dialog';
import { Form } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';

interface AssignProps {
  readonly accountId: string;
  /** Empty: no one. */
  readonly assignedTo: string;
  readonly onClose: () => void;
}

export function AssignLoan({ accountId, assignedTo, onClose }: AssignProps) {
  const { subject } = useOperator();
  const [operator, setOperator] = useState(assignedTo);
  const assign = useMutationOnce({
    perform: () =>
      request(AssignLoanDocument, { accountId, operator: operator.trim() === '' ? null : operator.trim() }),
    changes: ['account', 'collections', 'collection-totals'],
    onDone: onClose,
  });
  return (
    <Dialog title="Assign this loan" isOpen onClose={onClose} isHeld={assign.isPending}>
      <Form onSubmit={assign.start}>
        <p>Only this operator gets the loan from the queue. Another operator who has it loses it.</p>
        <TextField
          label="Operator"
          value={operator}
          onChange={setOperator}
          hint="As notes and the audit log show it. Empty: any agent."
        />
        <Button onPress={() => setOperator(subject)}>Assign to me</Button>
        <Problem>{assign.problem}</Problem>
        <DialogFooter onCancel={onClose} isHeld={assign.isPending} isDisabled={assign.isPending}>
          {assign.isPending ? 'Assigning …' : 'Assign the loan'}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

import { useState } from 'react';
import { AssignLoanDocument, CollectionAssigneesDocument } from '../../../generated/graphql';
import { request } from '../../../graph/request';
import { useAnswer } from '../../../graph/use-answer';
import { useMutationOnce } from '../../../graph/use-mutation-once';
import { useOperator } from '../../../session/operator';
import { Problem } from '../../../ui/action-problem-alert';
import { Button } from '../../../ui/button';
import { ChoiceFilter } from '../../../ui/choice-filter';
import { Dialog, DialogFooter } from '../../../ui/dialog';
import { Form } from '../../../ui/form';

interface AssignProps {
  readonly accountId: string;
  /** Empty: no one. */
  readonly assignedTo: string;
  readonly onClose: () => void;
}

export function AssignLoan({ accountId, assignedTo, onClose }: AssignProps) {
  const { subject } = useOperator();
  const [operator, setOperator] = useState(assignedTo);
  const { data, error } = useAnswer('collection-assignees', CollectionAssigneesDocument, { accountId });
  const people = data?.collectionAssignees ?? [];
  const choices = people.map(({ subject: id, name }) => ({ id, text: name === id ? name : `${name} (${id})` }));
  const assign = useMutationOnce({
    perform: () => request(AssignLoanDocument, { accountId, operator: operator === '' ? null : operator }),
    changes: ['account', 'collections', 'collection-totals'],
    onDone: onClose,
  });
  return (
    <Dialog title="Assign this loan" isOpen onClose={onClose} isHeld={assign.isPending}>
      <Form onSubmit={assign.start}>
        <p>Only this operator gets the loan from the queue. Another operator who has it loses it.</p>
        <ChoiceFilter label="Operator" none="No one" choices={choices} chosen={operator} onChoose={setOperator} />
        {error && <Problem>The operators of this lender could not be read: {error.message}</Problem>}
        <Button onPress={() => setOperator(subject)}>Assign to me</Button>
        <Problem>{assign.problem}</Problem>
        <DialogFooter onCancel={onClose} isHeld={assign.isPending} isDisabled={assign.isPending}>
          {assign.isPending ? 'Assigning …' : 'Assign the loan'}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

import { useState } from 'react';
import { actName } from '../../format/approvals';
import { centsOf } from '../../format/money';
import { statusText } from '../../format/statuses';
import { type LimitsQuery, SetLimitDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';

interface SetLimitProps {
  readonly organizationId: string;
  readonly limit: LimitsQuery['actLimits'][number];
}

/** Changes one limit; an empty field removes it. */
export function SetLimit({ organizationId, limit: { act, role, amountCents } }: SetLimitProps) {
  const shown = amountCents === null || amountCents === undefined ? '' : (amountCents / 100).toFixed(2);
  const [isOpen, setOpen] = useState(false);
  const [isTried, setTried] = useState(false);
  const [typed, setTyped] = useState('');
  const cents = centsOf(typed);
  const isWrong = typed.trim() !== '' && cents === undefined;
  const { start, isPending, problem } = useMutationOnce({
    perform: () => {
      const input = { act, role, amountCents: typed.trim() === '' ? null : (cents ?? null) };
      return request(SetLimitDocument, { organizationId, input });
    },
    changes: 'all',
    onDone: () => setOpen(false),
  });
  const open = () => {
    setTyped(shown);
    setTried(false);
    setOpen(true);
  };
  const submit = () => {
    setTried(true);
    if (!isWrong) start();
  };
  return (
    <>
      <Button onPress={open} aria-label={`Change the limit of ${statusText(role)}: ${actName(act)}`}>
        Change
      </Button>
      <Dialog
        title={`${actName(act)}: limit of ${statusText(role).toLowerCase()}s`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isHeld={isPending}
      >
        <Form onSubmit={submit}>
          <TextField
            label="Limit per action, in dollars"
            value={typed}
            onChange={setTyped}
            inputMode="decimal"
            autoFocus
            hint="Empty: no limit. 0.00: every action needs a second person."
            problem={isTried && isWrong ? 'Please enter an amount, for example 500.00, or nothing.' : undefined}
          />
          <Problem>{problem}</Problem>
          <DialogFooter onCancel={() => setOpen(false)} isHeld={isPending} isDisabled={isPending}>
            Save
          </DialogFooter>
        </Form>
      </Dialog>
    </>
  );
}

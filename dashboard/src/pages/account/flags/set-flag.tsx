import { useState } from 'react';
import { FLAG_CHOICES, FLAG_KINDS } from '../../../format/flags';
import { type AccountFlagKind, SetFlagDocument } from '../../../generated/graphql';
import { request } from '../../../graph/request';
import { useMutationOnce } from '../../../graph/use-mutation-once';
import { forgetTypedInto, useTyped } from '../../../session/typed-values';
import { Problem } from '../../../ui/action-problem-alert';
import { ChoiceFilter } from '../../../ui/choice-filter';
import { DateField } from '../../../ui/date-field';
import { Dialog, DialogFooter } from '../../../ui/dialog';
import { Form } from '../../../ui/form';
import { TextArea } from '../../../ui/text-area';

interface TypedFlag {
  readonly kind: AccountFlagKind | '';
  readonly reason: string;
  readonly from: string;
  readonly until: string;
}

const EMPTY: TypedFlag = { kind: '', reason: '', from: '', until: '' };

interface SetFlagProps {
  readonly accountId: string;
  /** Whether the loan has a flag of this kind already. */
  readonly isSet: (kind: AccountFlagKind) => boolean;
  readonly onClose: () => void;
}

export function SetFlag({ accountId, isSet, onClose }: SetFlagProps) {
  const name = `flag:${accountId}`;
  const [typed, setTyped] = useTyped<TypedFlag>(name, EMPTY);
  const [isTried, setTried] = useState(false);
  // A repetition after a lost answer must not be refused as a second flag; other values are another request.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const change = (changed: Partial<TypedFlag>) => {
    setTyped({ ...typed, ...changed });
    setKey(crypto.randomUUID());
  };
  const { kind, reason, from, until } = typed;
  const isWrongPeriod = from !== '' && until !== '' && until < from;
  const input =
    kind === '' || reason.trim() === '' || isWrongPeriod
      ? undefined
      : { kind, reason, effectiveFrom: from || null, effectiveUntil: until || null };
  const set = useMutationOnce({
    perform: async () => (input ? request(SetFlagDocument, { accountId, key, input }) : undefined),
    changes: ['account', 'accounts', 'account-totals'],
    onDone: () => {
      forgetTypedInto(name);
      onClose();
    },
  });
  return (
    <Dialog title="Set a flag" isOpen onClose={onClose} isHeld={set.isPending}>
      <Form
        onSubmit={() => {
          setTried(true);
          if (input !== undefined) set.start();
        }}
      >
        <ChoiceFilter
          label="Flag"
          isRequired
          choices={FLAG_CHOICES.filter(({ id }) => !isSet(id))}
          chosen={kind}
          onChoose={(id) => change({ kind: FLAG_KINDS.find((each) => each === id) ?? '' })}
          problem={isTried && kind === '' ? 'Please choose a flag.' : undefined}
        />
        <TextArea
          label="Reason"
          holds="prose"
          value={reason}
          onChange={(text) => change({ reason: text })}
          rows={3}
          maxLength={500}
          problem={isTried && reason.trim() === '' ? 'Please write the reason.' : undefined}
        />
        <Day
          label="First day"
          hint="Today, if it is left empty."
          value={from}
          onChange={(on) => change({ from: on })}
        />
        <Day
          label="Last day"
          hint="Until it is lifted, if it is left empty."
          value={until}
          onChange={(on) => change({ until: on })}
          problem={isTried && isWrongPeriod ? 'The last day is before the first.' : undefined}
        />
        <Problem>{set.problem}</Problem>
        <DialogFooter onCancel={onClose} isHeld={set.isPending} isDisabled={set.isPending}>
          {set.isPending ? 'Setting …' : 'Set the flag'}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

interface DayProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (on: string) => void;
  readonly problem?: string | undefined;
}

function Day({ label, hint, value, onChange, problem }: DayProps) {
  return (
    <div className="field">
      <span className="label">{label}</span>
      <DateField label={label} value={value} onChange={onChange} />
      {problem ? (
        <div role="alert" className="error-text">
          {problem}
        </div>
      ) : (
        <span className="quiet">{hint}</span>
      )}
    </div>
  );
}

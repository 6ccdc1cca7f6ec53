import { useState } from 'react';
import {
  CreateOrganizationDocument,
  type CreateOrganizationInput,
  UpdateOrganizationDocument,
} from '../../generated/graphql';
import { forgetKeyOf, keyOf } from '../../graph/key-of-content';
import { GraphProblem } from '../../graph/problem';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useOperator } from '../../session/operator';
import { forgetTypedInto, useTyped } from '../../session/typed-values';
import { ActProblem } from '../../ui/act-problem';
import { ChoiceFilter } from '../../ui/choice-filter';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import {
  AUTOPAY_CHOICES,
  changeOf,
  creationOf,
  draftOf,
  KIND_CHOICES,
  missingIn,
  type Organization,
  type OrganizationDraft,
  STATE_CHOICES,
  zoneChoices,
} from './organization-draft';

interface OrganizationFormProps {
  /** Left out: a new one. */
  readonly organization?: Organization;
  readonly onClose: () => void;
}

const NAMES = ['displayName', 'legalName', 'dbaName'] as const;
type Name = (typeof NAMES)[number];
const LABELS: Readonly<Record<Name, string>> = {
  displayName: 'Name',
  legalName: 'Legal name',
  dbaName: 'Trading name',
};

export function OrganizationForm({ organization, onClose }: OrganizationFormProps) {
  const form = `organization:${organization?.id ?? 'new'}`;
  const [draft, setDraft] = useTyped<OrganizationDraft>(form, draftOf(organization));
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<Name, string>>>({});
  const { subject } = useOperator();
  const isNew = organization === undefined;
  const change = (changed: Partial<OrganizationDraft>) => {
    setDraft({ ...draft, ...changed });
    setRefused({});
  };
  const missing = missingIn(draft, isNew);
  const input = organization && changeOf(organization, draft);
  const save = useMutationOnce<unknown>({
    perform: async () => {
      try {
        return await (organization
          ? request(UpdateOrganizationDocument, { id: organization.id, input: input ?? {} })
          : create(subject, creationOf(draft)));
      } catch (error) {
        setRefused(problemsOf(error));
        throw error;
      }
    },
    changes: ['organizations', 'lenders'],
    onDone: () => {
      forgetTypedInto(form);
      onClose();
    },
  });
  const name = (field: Name, hint?: string) => (
    <TextField
      key={field}
      label={LABELS[field]}
      value={draft[field]}
      onChange={(typed) => change({ [field]: typed })}
      problem={refused[field] ?? (isTried ? missing[field] : undefined)}
      autoFocus={field === 'displayName'}
      {...(hint !== undefined && { hint })}
    />
  );
  return (
    <Dialog
      title={isNew ? 'Create a lender' : `Change ${organization.displayName}`}
      isOpen
      onClose={onClose}
      isHeld={save.isPending}
    >
      <Form
        onSubmit={() => {
          setTried(true);
          if (Object.values(missing).every((each) => each === undefined)) save.start();
        }}
      >
        {name('displayName')}
        {name('legalName', 'As registered')}
        {name('dbaName', isNew ? 'If it differs from the name' : undefined)}
        <div className="links">
          <ChoiceFilter
            label="Time zone"
            isRequired
            choices={zoneChoices(draft.timeZone)}
            chosen={draft.timeZone}
            onChoose={(timeZone) => change({ timeZone })}
          />
          <ChoiceFilter
            label="Autopay after a charge-off"
            isRequired
            choices={AUTOPAY_CHOICES}
            chosen={draft.pausesAutopayAfterChargeOff ? 'pauses' : 'continues'}
            onChoose={(chosen) => change({ pausesAutopayAfterChargeOff: chosen === 'pauses' })}
          />
          {isNew ? (
            <ChoiceFilter
              label="Kind"
              isRequired
              choices={KIND_CHOICES}
              chosen={draft.isSandbox ? 'sandbox' : 'lender'}
              onChoose={(kind) => change({ isSandbox: kind === 'sandbox' })}
            />
          ) : (
            <ChoiceFilter
              label="State"
              isRequired
              choices={STATE_CHOICES}
              chosen={draft.isActive ? 'active' : 'inactive'}
              onChoose={(state) => change({ isActive: state === 'active' })}
            />
          )}
        </div>
        <p className="quiet">{isNew ? KIND_HINT : STATE_HINT}</p>
        {Object.keys(refused).length === 0 && <ActProblem act={save} />}
        <DialogFooter
          onCancel={onClose}
          isHeld={save.isPending}
          isDisabled={save.isPending || (!isNew && input === undefined)}
        >
          {isNew ? 'Create' : 'Save'}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

/** A repetition after a lost answer must not create a second lender; other input is another lender. */
async function create(subject: string, input: CreateOrganizationInput) {
  const answer = await request(CreateOrganizationDocument, { key: keyOf(subject, input), input });
  forgetKeyOf(subject, input);
  return answer;
}

const KIND_HINT = 'A sandbox stays a sandbox: it has test loans, a clock that you move, and no real money.';
const STATE_HINT =
  'An inactive lender takes no new payments, payment methods or autopay. Posted payments can still be reversed.';

/** The problems of single fields, which are shown there. */
function problemsOf(error: unknown): Partial<Record<Name, string>> {
  if (!(error instanceof GraphProblem)) return {};
  return Object.fromEntries(
    NAMES.flatMap((field) => {
      const problem = error.about(field);
      return problem === undefined ? [] : [[field, problem]];
    }),
  );
}

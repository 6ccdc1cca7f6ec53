import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type CreateLedgerProductInput, CreateProductDocument } from '../../generated/graphql';
import { forgetKeyOf, keyOf } from '../../graph/key-of-content';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useLender } from '../../lender/chosen-lender';
import { useLenders } from '../../lender/lenders';
import { useHasRole, useHasRoleAt, useOperator } from '../../session/operator';
import { forgetTypedInto, useTyped } from '../../session/typed-values';
import { ActProblem } from '../../ui/act-problem';
import { Button } from '../../ui/button';
import { ChoiceFilter } from '../../ui/choice-filter';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { BUILT_IN_TERMS, codeProblem, type TypedTerms, termsOf } from './product-draft';
import { TermFields } from './term-fields';

/** Opens the form, for operators who may create products at one of their lenders. */
export function CreateProductButton() {
  const [isOpen, setOpen] = useState(false);
  if (!useHasRole('supervisor')) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>Create a product</Button>
      {isOpen && <CreateProduct onClose={() => setOpen(false)} />}
    </>
  );
}

const FORM = 'product:new';

interface TypedProduct {
  readonly organizationId: string;
  readonly code: string;
  readonly name: string;
  readonly terms: TypedTerms;
}

function CreateProduct({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const { subject } = useOperator();
  const chosen = useLender();
  const mayCreateAt = useHasRoleAt('supervisor');
  const lenders = useLenders().lenders.filter(({ id }) => mayCreateAt(id));
  const only = lenders.find(({ id }) => id === chosen) ?? (lenders.length === 1 ? lenders[0] : undefined);
  const [typed, setTyped] = useTyped<TypedProduct>(FORM, {
    ...{ organizationId: only?.id ?? '', code: '', name: '', terms: BUILT_IN_TERMS },
  });
  const [isTried, setTried] = useState(false);
  const input = inputOf(typed);
  const create = useMutationOnce({
    perform: async () => {
      if (input === undefined) throw new Error('the form is not complete');
      // A repetition after a lost answer must not create, or seem to find, a second product.
      const answer = await request(CreateProductDocument, { key: keyOf(subject, input), input });
      forgetKeyOf(subject, input);
      return answer;
    },
    changes: ['products', 'bookable-products'],
    onDone: ({ createLedgerProduct: { product } }) => {
      forgetTypedInto(FORM);
      return navigate({ to: '/products/$id', params: { id: product.id } });
    },
  });
  const isInUse = create.code === 'ledger_product_code_in_use';
  const change = (changed: Partial<TypedProduct>) => {
    setTyped({ ...typed, ...changed });
    create.reset();
  };
  return (
    <Dialog title="Create a product" isOpen onClose={onClose} isHeld={create.isPending}>
      <Form
        onSubmit={() => {
          setTried(true);
          if (input !== undefined) create.start();
        }}
      >
        <ChoiceFilter
          label="Lender"
          isRequired
          choices={lenders.map(({ id, displayName }) => ({ id, text: displayName }))}
          chosen={typed.organizationId}
          onChoose={(organizationId) => change({ organizationId })}
          problem={isTried && typed.organizationId === '' ? 'Please choose the lender.' : undefined}
        />
        <div className="field-row">
          <TextField
            label="Code"
            value={typed.code}
            onChange={(code) => change({ code })}
            maxLength={64}
            autoFocus
            hint="Used in files; never changed later"
            problem={isInUse ? create.problem || undefined : isTried ? codeProblem(typed.code) : undefined}
          />
          <TextField
            label="Name"
            value={typed.name}
            onChange={(name) => change({ name })}
            problem={isTried && typed.name.trim() === '' ? 'Please enter the name.' : undefined}
          />
        </div>
        <TermFields typed={typed.terms} isTried={isTried} onChange={(terms) => change(changedTerms(typed, terms))} />
        {!isInUse && <ActProblem act={create} />}
        <DialogFooter onCancel={onClose} isHeld={create.isPending} isDisabled={create.isPending}>
          Create
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

function changedTerms({ terms }: TypedProduct, changed: Partial<TypedTerms>) {
  return { terms: { ...terms, ...changed } };
}

function inputOf({ organizationId, code, name, terms }: TypedProduct): CreateLedgerProductInput | undefined {
  const whole = termsOf(terms);
  if (whole === undefined || organizationId === '' || name.trim() === '') return undefined;
  if (codeProblem(code) !== undefined) return undefined;
  return { organizationId, code: code.trim(), name: name.trim(), ...whole };
}

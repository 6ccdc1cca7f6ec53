import { useState } from 'react';
import { ReviseProductDocument } from '../../generated/graphql';
import { forgetKeyOf, keyOf } from '../../graph/key-of-content';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useOperator } from '../../session/operator';
import { forgetTypedInto, useTyped } from '../../session/typed-values';
import { ActProblem } from '../../ui/act-problem';
import { Button } from '../../ui/button';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { revisionOf, type TypedTerms, termProblems, typedTermsOf } from './product-draft';
import type { Product, Version } from './product-terms';
import { TermFields } from './term-fields';

interface ReviseProductProps {
  readonly product: Product;
  /** The current version. */
  readonly version: Version;
}

export function ReviseProductButton(props: ReviseProductProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Revise terms</Button>
      {isOpen && <ReviseProduct {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReviseProduct({ product, version, onClose }: ReviseProductProps & { readonly onClose: () => void }) {
  // What was typed over an earlier version would take back what another person has revised since.
  const form = `product:${product.id}:${version.version}`;
  const { subject } = useOperator();
  const [typed, setTyped] = useTyped<TypedTerms>(form, typedTermsOf(version));
  const [isTried, setTried] = useState(false);
  const input = revisionOf(version, typed);
  const revise = useMutationOnce({
    perform: async () => {
      const { id } = product;
      // The version is part of it: the same terms after another revision are a revision of their own.
      const content = { id, version: version.version, input };
      const answer = await request(ReviseProductDocument, { id, key: keyOf(subject, content), input: input ?? {} });
      forgetKeyOf(subject, content);
      return answer;
    },
    changes: ['product', 'products'],
    onDone: () => {
      forgetTypedInto(form);
      onClose();
    },
  });
  return (
    <Dialog title={`Revise ${product.name}`} isOpen onClose={onClose} isHeld={revise.isPending}>
      <Form
        onSubmit={() => {
          setTried(true);
          if (Object.keys(termProblems(typed)).length === 0 && input !== undefined) revise.start();
        }}
      >
        <p className="quiet">
          The revision applies to loans that are booked from now on. Existing loans keep their terms.
        </p>
        <TermFields
          typed={typed}
          isTried={isTried}
          onChange={(changed) => {
            setTyped({ ...typed, ...changed });
            revise.reset();
          }}
        />
        {isTried && input === undefined && Object.keys(termProblems(typed)).length === 0 && (
          <p role="alert" className="error-text">
            These are the current terms. Please change at least one.
          </p>
        )}
        <ActProblem act={revise} />
        <DialogFooter onCancel={onClose} isHeld={revise.isPending} isDisabled={revise.isPending}>
          Save as version {version.version + 1}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

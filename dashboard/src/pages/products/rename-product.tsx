import { useState } from 'react';
import { UpdateProductDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { forgetTypedInto, useTyped } from '../../session/typed-values';
import { ActProblem } from '../../ui/act-problem';
import { Button } from '../../ui/button';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import type { Product } from './product-terms';

export function RenameProductButton({ product }: { readonly product: Product }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Rename</Button>
      {isOpen && <RenameProduct product={product} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RenameProductProps {
  readonly product: Product;
  readonly onClose: () => void;
}

function RenameProduct({ product: { id, code, name: before }, onClose }: RenameProductProps) {
  const form = `product-name:${id}`;
  const [name, setName] = useTyped(form, before);
  const [isTried, setTried] = useState(false);
  const rename = useMutationOnce({
    perform: () => request(UpdateProductDocument, { id, input: { name: name.trim() } }),
    changes: ['product', 'products', 'bookable-products'],
    onDone: () => {
      forgetTypedInto(form);
      onClose();
    },
  });
  return (
    <Dialog title={`Rename ${before}`} isOpen onClose={onClose} isHeld={rename.isPending}>
      <Form
        onSubmit={() => {
          setTried(true);
          if (name.trim() !== '') rename.start();
        }}
      >
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          autoFocus
          hint={`The code ${code} stays.`}
          problem={isTried && name.trim() === '' ? 'Please enter the name.' : undefined}
        />
        <ActProblem act={rename} />
        <DialogFooter onCancel={onClose} isHeld={rename.isPending} isDisabled={rename.isPending}>
          Rename
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

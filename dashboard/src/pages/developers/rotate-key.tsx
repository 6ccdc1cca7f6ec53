import { useState } from 'react';
import { RotateKeyDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { ActProblem } from '../../ui/act-problem';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { NewKey } from './new-key';

interface RotateKeyProps {
  readonly prefix: string;
  readonly name: string;
}

/** Replaces a key by a new one with the same access; the old one works until it is revoked. */
export function RotateKey(props: RotateKeyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Rotate</Button>
      {isOpen && <Rotation {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Rotation({ prefix, name, onClose }: RotateKeyProps & { readonly onClose: () => void }) {
  const [key] = useState(() => crypto.randomUUID());
  const rotate = useMutationOnce({
    perform: () => request(RotateKeyDocument, { prefix, key }),
    changes: ['keys'],
  });
  return (
    <Dialog title={`Rotate ${name}`} isOpen onClose={onClose} isHeld={rotate.isPending}>
      {rotate.data ? (
        <NewKey created={rotate.data.rotateApiKey} onDone={onClose} />
      ) : (
        <>
          <p>
            A new key with the same lenders and scopes is created. {name} ({prefix}) works until you revoke it.
          </p>
          <ActProblem act={rotate} />
          <footer>
            <Button onPress={onClose} isDisabled={rotate.isPending}>
              Cancel
            </Button>
            <Button look="primary" isDisabled={rotate.isPending} onPress={rotate.start}>
              Create the new key
            </Button>
          </footer>
        </>
      )}
    </Dialog>
  );
}

import { Button } from '../../ui/button';
import { Secret } from './webhook-signing-secret';

interface NewKeyProps {
  readonly created: { readonly plaintext: string | null; readonly hint: string | null };
  readonly onDone: () => void;
}

/** A new key, shown once; in the answer to a repeated request it is missing, with what to do about it. */
export function NewKey({ created: { plaintext, hint }, onDone }: NewKeyProps) {
  if (plaintext !== null)
    return (
      <Secret secret={plaintext} about="This is the key. Store it where your integration reads it." onDone={onDone} />
    );
  return (
    <div className="stack">
      <p role="alert">{hint}</p>
      <footer>
        <Button look="primary" autoFocus onPress={onDone}>
          Done
        </Button>
      </footer>
    </div>
  );
}

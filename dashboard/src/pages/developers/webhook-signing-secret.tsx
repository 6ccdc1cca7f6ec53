import { Button } from '../../ui/button';

/** A signing secret, shown once. */
export function Secret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  return (
    <div className="stack">
      <p>Events are signed with this secret. It is not shown again.</p>
      <p>
        <code className="secret">{secret}</code>
      </p>
      <footer>
        <Button onPress={() => void navigator.clipboard.writeText(secret)}>Copy</Button>
        <Button look="primary" autoFocus onPress={onDone}>
          Done
        </Button>
      </footer>
    </div>
  );
}

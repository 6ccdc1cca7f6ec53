import { Button } from '../../ui/button';

interface SecretProps {
  readonly secret: string;
  /** What it is for. */
  readonly about?: string;
  readonly onDone: () => void;
}

/** A secret, shown once. */
export function Secret({ secret, about = 'Events are signed with this secret.', onDone }: SecretProps) {
  return (
    <div className="stack">
      <p>{about} It is not shown again.</p>
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

import { useBlocker } from '@tanstack/react-router';
import { Button } from './button';
import { Dialog } from './dialog';

interface AskBeforeLeavingProps {
  /** Whether there is something to lose. */
  readonly isChanged: boolean;
}

/** Asks before unsaved changes are lost: on the way to another page; a closed or reloaded tab asks by itself. */
export function AskBeforeLeaving({ isChanged }: AskBeforeLeavingProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog title="Leave without saving?" isOpen onClose={reset}>
      <p>The changes on this page have not been saved.</p>
      <footer>
        <Button look="danger" onPress={proceed}>
          Discard and leave
        </Button>
        <Button look="primary" autoFocus onPress={reset}>
          Stay
        </Button>
      </footer>
    </Dialog>
  );
}

import { useState } from 'react';
import { GraphProblem } from '../graph/problem';
import { csrfToken, reportSession } from '../session/session';
import { Problem } from './action-problem-alert';
import { Button } from './button';
import { pendingWhile } from './data-pending-attribute';

interface DownloadButtonProps {
  readonly label: string;
  /** A path on this host. */
  readonly path: string;
  readonly fileName: string;
}

interface Refused {
  readonly detail: { readonly error_code?: string; readonly message?: string };
}

type State = { readonly name: 'ready' | 'working' } | { readonly name: 'failed'; readonly text: string };

/** Downloads a file that the server generates; a refusal is shown next to the button. */
export function DownloadButton({ label, path, fileName }: DownloadButtonProps) {
  const [state, setState] = useState<State>({ name: 'ready' });
  const start = async () => {
    setState({ name: 'working' });
    try {
      save(await pendingWhile(read(path)), fileName);
      setState({ name: 'ready' });
    } catch (error) {
      setState({ name: 'failed', text: error instanceof GraphProblem ? error.message : 'The download broke off.' });
    }
  };
  return (
    <>
      {state.name === 'failed' && <Problem>{state.text}</Problem>}
      <Button isDisabled={state.name === 'working'} onPress={() => void start()}>
        {state.name === 'working' ? 'Downloading …' : label}
      </Button>
    </>
  );
}

/** The browser stores a large file on disk; a truncated one is rejected. */
async function read(path: string): Promise<Blob> {
  const response = await fetch(path, { headers: { 'X-CSRF-Token': csrfToken() } });
  if (response.ok) return response.blob();
  if (response.status === 401) reportSession('ended');
  const { detail } = (await response.json()) as Refused;
  if (detail.error_code === 'csrf_token_invalid') reportSession('changed');
  throw new GraphProblem(detail.error_code ?? 'internal_error', detail.message ?? 'The file could not be downloaded.');
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

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

type State =
  | { readonly name: 'ready' }
  | { readonly name: 'working'; readonly bytes: number }
  | { readonly name: 'failed'; readonly text: string };

/** Downloads a file that the server generates; a refusal is shown next to the button. */
export function DownloadButton({ label, path, fileName }: DownloadButtonProps) {
  const [state, setState] = useState<State>({ name: 'ready' });
  const start = async () => {
    setState({ name: 'working', bytes: 0 });
    try {
      saveFile(await pendingWhile(read(path, (bytes) => setState({ name: 'working', bytes }))), fileName);
      setState({ name: 'ready' });
    } catch (error) {
      setState({ name: 'failed', text: error instanceof GraphProblem ? error.message : 'The download broke off.' });
    }
  };
  return (
    <>
      {state.name === 'failed' && <Problem>{state.text}</Problem>}
      <Button isDisabled={state.name === 'working'} onPress={() => void start()}>
        {state.name === 'working' ? `Downloading … ${sizeOf(state.bytes)}` : label}
      </Button>
    </>
  );
}

/** Parts are kept as blobs, which the browser stores on disk if they are large; a truncated file is rejected. */
async function read(path: string, onProgress: (bytes: number) => void): Promise<Blob> {
  const response = await fetch(path, { headers: { 'X-CSRF-Token': csrfToken() } });
  if (response.ok && response.body !== null) return collected(response.body, onProgress);
  if (response.status === 401) reportSession('ended');
  const { detail } = (await response.json()) as Refused;
  if (detail.error_code === 'csrf_token_invalid') reportSession('changed');
  throw new GraphProblem(detail.error_code ?? 'internal_error', detail.message ?? 'The file could not be downloaded.');
}

async function collected(body: ReadableStream<Uint8Array<ArrayBuffer>>, onProgress: (bytes: number) => void) {
  const reader = body.getReader();
  const parts: Blob[] = [];
  let [bytes, shown] = [0, 0];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(new Blob([next.value]));
    bytes += next.value.length;
    if (bytes - shown < PROGRESS_BYTES) continue;
    shown = bytes;
    onProgress(bytes);
  }
  return new Blob(parts);
}

/** How often progress is shown. */
const PROGRESS_BYTES = 200_000;

function sizeOf(bytes: number): string {
  return bytes === 0 ? '' : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Saves a file that the page has. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

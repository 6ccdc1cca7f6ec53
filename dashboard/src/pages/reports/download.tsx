import { useState } from 'react';
import { GraphProblem } from '../../graph/problem';
import { csrfToken, sessionEnded } from '../../session/session';
import { Button } from '../../ui/button';

interface DownloadProps {
  readonly code: string;
  /** By the names of the address. */
  readonly filters: Readonly<Record<string, string | null | undefined>>;
}

interface Refused {
  readonly detail: { readonly error_code?: string; readonly message?: string };
}

type State = { readonly name: 'ready' | 'working' } | { readonly name: 'failed'; readonly text: string };

/** All rows of these days as a file, not only those that are loaded. */
export function Download({ code, filters }: DownloadProps) {
  const [state, setState] = useState<State>({ name: 'ready' });
  const start = async () => {
    setState({ name: 'working' });
    try {
      save(await read(code, filters), fileName(code, filters));
      setState({ name: 'ready' });
    } catch (error) {
      setState({ name: 'failed', text: error instanceof GraphProblem ? error.message : 'The download broke off.' });
    }
  };
  return (
    <>
      {state.name === 'failed' && (
        <span className="error-text" role="alert">
          {state.text}
        </span>
      )}
      <Button isDisabled={state.name === 'working'} onPress={() => void start()}>
        {state.name === 'working' ? 'Downloading …' : 'Download CSV'}
      </Button>
    </>
  );
}

/** The browser keeps a large file on its disk; one that was cut off on the way is none. */
async function read(code: string, filters: DownloadProps['filters']): Promise<Blob> {
  const given = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const response = await fetch(`/exports/${code}?${new URLSearchParams(given)}`, {
    headers: { 'X-CSRF-Token': csrfToken() },
  });
  if (response.ok) return response.blob();
  if (response.status === 401) sessionEnded();
  const { detail } = (await response.json()) as Refused;
  throw new GraphProblem(
    detail.error_code ?? 'internal_error',
    detail.message ?? 'The report could not be downloaded.',
  );
}

function fileName(code: string, { from, to, bucket }: DownloadProps['filters']): string {
  return `${[code, from, to, bucket].filter((part) => part).join('-')}.csv`;
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

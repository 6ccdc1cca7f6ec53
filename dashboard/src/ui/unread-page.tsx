import { useRef } from 'react';
import { Failed, Skeleton } from './empty-failed-and-loading-states';
import { Page } from './page';

interface UnreadPageProps {
  readonly title: string;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A page whose object could not be read, or has not been read yet. The reason stays while it is read again. */
export function UnreadPage({ title, error, refetch }: UnreadPageProps) {
  const last = useRef(error);
  if (error) last.current = error;
  return (
    <Page title={title}>
      {last.current ? <Failed error={last.current} retry={() => void refetch()} /> : <Skeleton />}
    </Page>
  );
}

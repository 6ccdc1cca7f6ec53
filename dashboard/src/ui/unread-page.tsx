import { Failed } from './empty-failed-and-loading-states';
import { Page } from './page';

interface UnreadPageProps {
  readonly title: string;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A page whose object could not be read, or has not been read yet. */
export function UnreadPage({ title, error, refetch }: UnreadPageProps) {
  return <Page title={title}>{error ? <Failed error={error} retry={() => void refetch()} /> : null}</Page>;
}

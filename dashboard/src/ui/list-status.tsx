import type { Ref } from 'react';
import { Empty } from './empty-failed-and-loading-states';

interface ListStatusProps {
  /** The focus goes here when the button that had it is gone. */
  readonly ref?: Ref<HTMLDivElement>;
  readonly isLoading: boolean;
  /** How many rows there are, for screen readers: others see them. Undefined: none. */
  readonly found: string | undefined;
  readonly empty: { readonly title: string; readonly text?: string };
}

/** Says how many rows were found, or that there are none. It stays in the document, so that each change is announced. */
export function ListStatus({ ref, isLoading, found, empty: { title, text } }: ListStatusProps) {
  const isEmpty = !isLoading && found === undefined;
  return (
    <div role="status" ref={ref} tabIndex={-1} {...(!isEmpty && { className: 'sr-only' })}>
      {isEmpty ? <Empty title={title}>{text}</Empty> : !isLoading && found}
    </div>
  );
}

import { type ReactNode, useEffect, useRef } from 'react';

interface FormProps {
  readonly className?: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** After a refused submission, the first field with an error gets the focus, also when the server found it. */
export function Form({ className = 'stack', onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  useEffect(() => {
    if (!isSubmitted.current) return;
    const field = form.current?.querySelector<HTMLElement>(FIELD_IN_ERROR);
    if (!field) return;
    isSubmitted.current = false;
    field.focus();
  });
  return (
    <form
      ref={form}
      className={className}
      onInput={() => {
        isSubmitted.current = false;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        isSubmitted.current = true;
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

const FIELD_IN_ERROR = '[aria-invalid="true"], [data-invalid] button';

import { type StatusKind, shownStatus } from '../format/statuses';

export function Status({ kind, status }: { readonly kind: StatusKind; readonly status: string }) {
  const { text, tone } = shownStatus(kind, status);
  return (
    <span className="status" data-tone={tone}>
      {text}
    </span>
  );
}

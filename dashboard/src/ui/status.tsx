import { type StatusKind, shownStatus } from '../format/statuses';
import { Mark } from './mark';

export function Status({ kind, status }: { readonly kind: StatusKind; readonly status: string }) {
  const { text, tone } = shownStatus(kind, status);
  return <Mark tone={tone}>{text}</Mark>;
}

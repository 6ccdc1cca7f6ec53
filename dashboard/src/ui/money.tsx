import { dollars } from '../format/money';
import { DASH } from './dash';

/** Cents, or a dash where the loan system does not report them. */
export function Money({ cents }: { readonly cents: number | null | undefined }) {
  if (cents === null || cents === undefined) return DASH;
  return <span className={cents === 0 ? 'number quiet' : 'number'}>{dollars(cents)}</span>;
}

import { dollars } from '../format/money';

/** Cents, or a dash where the loan system does not report them. */
export function Money({ cents }: { readonly cents: number | null | undefined }) {
  if (cents === null || cents === undefined) return <span className="quiet">–</span>;
  return <span className={cents === 0 ? 'number quiet' : 'number'}>{dollars(cents)}</span>;
}

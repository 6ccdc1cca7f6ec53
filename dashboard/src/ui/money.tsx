import { dollars } from '../words/money';

/** Cents, or a dash where the loan system does not tell. */
export function Money({ cents }: { readonly cents: number | null | undefined }) {
  return cents === null || cents === undefined ? (
    <span className="quiet">–</span>
  ) : (
    <span className="number">{dollars(cents)}</span>
  );
}

import { useLenders } from '../lender/lenders';
import { orDash } from './dash';

/** The name of a lender, by its id. */
export function LenderName({ id }: { readonly id: string }) {
  const lender = useLenders().lenders.find((each) => each.id === id);
  return orDash(lender?.displayName);
}

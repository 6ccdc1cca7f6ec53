import { Mark } from '../../ui/mark';
import { RowLink } from '../../ui/row-link';

/** Next to the status of a payment that equaled another one when it was recorded: a link to the other one. */
export function PossibleDuplicate({ of }: { readonly of: string }) {
  return (
    <Mark tone="waiting">
      <RowLink to={`/payments/${of}`}>Possible duplicate</RowLink>
    </Mark>
  );
}

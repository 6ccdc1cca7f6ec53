import { RowLink } from '../../ui/row-link';

/** Beside the status of a payment that equalled another one when it was recorded: a link to the other one. */
export function PossibleDuplicate({ of }: { readonly of: string }) {
  return (
    <span className="status" data-tone="waiting">
      <RowLink to={`/payments/${of}`}>Possible duplicate</RowLink>
    </span>
  );
}

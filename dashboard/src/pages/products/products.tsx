import { ProductListDocument } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { LenderName } from '../../ui/lender-name';
import { ListPage } from '../../ui/list-page';
import { RowLink } from '../../ui/row-link';
import { CreateProductButton } from './create-product';
import { ProductState } from './product-state';
import {
  ALLOCATION_ORDERS,
  chargeOffText,
  currentVersion,
  DAY_COUNTS,
  feeText,
  type Product,
  type Version,
} from './product-terms';

const addressOf = ({ id }: Product) => `/products/${id}`;
const term = (shown: (version: Version) => string) => (product: Product) => orDash(currentVersion(product), shown);

const COLUMNS: readonly Column<Product>[] = [
  { name: 'Name', cell: (product) => <RowLink to={addressOf(product)}>{product.name}</RowLink> },
  { name: 'Code', cell: ({ code }) => code },
  { name: 'State', isFirstWhereNarrow: true, cell: (product) => <ProductState product={product} /> },
  { name: 'Day count', cell: term(({ dayCount }) => DAY_COUNTS[dayCount]) },
  { name: 'Payment allocation', cell: term(({ applicationOrder }) => ALLOCATION_ORDERS[applicationOrder]) },
  { name: 'Late fee', isNumber: true, cell: term(({ lateFeeCents }) => feeText(lateFeeCents)) },
  { name: 'Grace days', isNumber: true, cell: term(({ lateFeeGraceDays }) => String(lateFeeGraceDays)) },
  { name: 'Returned payment fee', isNumber: true, cell: term(({ nsfFeeCents }) => feeText(nsfFeeCents)) },
  { name: 'Automatic charge-off', cell: term(chargeOffText) },
  { name: 'Version', isNumber: true, cell: ({ currentVersion: number }) => String(number) },
  { name: 'Lender', cell: ({ organizationId }) => <LenderName id={organizationId} /> },
  { name: 'Created', cell: ({ createdAt }) => <Instant at={createdAt} form="short" /> },
];

/** The products of a lender, with the terms of new loans. */
export function Products() {
  const organizationId = useLender();
  const list = useList('products', ProductListDocument, { organizationId }, ({ ledgerProducts }) => ledgerProducts);
  return (
    <ListPage
      title="Products"
      about="The terms under which a lender books loans in the built-in ledger, newest first. A loan keeps the version under which it was booked; the interest rate belongs to each loan."
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      opens={addressOf}
      empty={{ title: 'No product yet', text: 'Without a product, loans are booked under the built-in terms.' }}
      actions={<CreateProductButton />}
    />
  );
}

import { Mark } from '../../ui/mark';
import type { Product } from './product-terms';

/** Whether loans may be booked under a product. */
export function ProductState({ product: { isActive } }: { readonly product: Pick<Product, 'isActive'> }) {
  return isActive ? <Mark tone="good">Active</Mark> : <Mark tone="quiet">Inactive</Mark>;
}

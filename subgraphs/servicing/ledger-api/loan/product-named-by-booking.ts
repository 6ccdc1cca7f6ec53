import type { BookLoanBody } from '../../../../core/contract/ledger-request-bodies.js';
import type { ScopedModels } from '../../../../core/db/prisma.js';
import { type ValidationIssue, wrongValue } from '../../../../core/errors/validation.js';
import { isId } from '../../../../core/ids/ids.js';
import { type BookedProduct, productOf } from './ledger-loan.reads.store.js';

export interface NamedProduct {
  /** Undefined: the built-in terms, or there are issues. */
  readonly product: BookedProduct | undefined;
  readonly issues: readonly ValidationIssue[];
}

/**
 * The product that a booking names by id or code. Unknown and foreign products give the same problem; an inactive
 * product is refused.
 */
export async function namedProduct(
  models: ScopedModels,
  organizationId: string,
  { product_id: id, product_code: code }: Pick<BookLoanBody, 'product_id' | 'product_code'>,
): Promise<NamedProduct> {
  if (id) return checked('product_id', id, isId(id) ? await productOf(models, organizationId, { id }) : undefined);
  if (code) return checked('product_code', code, await productOf(models, organizationId, { code }));
  return { product: undefined, issues: [] };
}

function checked(field: string, named: string, product: BookedProduct | undefined): NamedProduct {
  if (product?.isActive) return { product, issues: [] };
  const error = product === undefined ? 'no such product is within reach' : 'the product takes no new loans';
  return { product: undefined, issues: [wrongValue(field, error, named)] };
}

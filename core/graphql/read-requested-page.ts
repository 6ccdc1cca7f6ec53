import type { Page } from '../db/list-cursors-and-limits.js';
import { type ListDefinition, type ListParts, type Position, readPage } from '../db/paged-lists.js';
import type { Parameters } from '../db/statement.js';
import { limitToOrganization, type Principal } from '../principal/principal.js';
import type { ListArguments } from './organization-and-date-arguments.js';

/**
 * A page of the requested organization's rows, or of all that the caller may see.
 *
 * @param filters - as for `readPage`, without the organization and the days.
 * @throws {Problem} as `readPage`, and `organization_out_of_scope`
 */
export async function readRequestedPage<Filters extends Parameters, At extends Position, Row>(
  parts: ListParts,
  principal: Principal,
  list: ListDefinition<Filters, At, Row>,
  parameters: Filters,
  filters: Readonly<Record<string, string | null | undefined>>,
  request: ListArguments,
): Promise<Page<Row>> {
  const { organizationId, from, to } = request;
  const caller = limitToOrganization(principal, organizationId);
  return readPage(parts, caller, list, parameters, { organizationId, from, to, ...filters }, request);
}

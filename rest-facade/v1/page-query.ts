import { queryInteger } from '../../core/contract/query-parameters.js';
import { PAGE_LIMIT } from '../../core/db/list-cursors-and-limits.js';
import { organizationQuery, pageCursor } from '../request/list-query.js';

/** Query of every `/v1` list. The issuer of a cursor verifies it. */
export const pageQuery = organizationQuery.extend({
  limit: queryInteger(PAGE_LIMIT).describe('Rows per page.'),
  cursor: pageCursor,
});

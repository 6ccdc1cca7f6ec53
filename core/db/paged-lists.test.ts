import { expect, it } from 'vitest';
import { mergedAcrossOrganizations } from './paged-lists.js';

const LIST = {
  rows: 'select t.id from t where t.organization_id = organization.id and t.x <> my_organization.id',
  order: 't.id desc',
  mergedOrder: 'id desc',
  limit: '$2',
  scope: (column: string) => `${column} = any($1)`,
  only: undefined,
};

const inOneLine = (sql: string) => sql.trim().replace(/\s+/g, ' ');

it('merges a page of each organization', () => {
  expect(inOneLine(mergedAcrossOrganizations(LIST))).toBe(
    `select page.* from organization cross join lateral (${LIST.rows} order by t.id desc limit $2) page where organization.id = any($1) order by id desc limit $2`,
  );
});

it('reads the rows of the only organization once, in the order of its index', () => {
  const own =
    'select t.id from t where t.organization_id = $1::text and t.x <> my_organization.id order by t.id desc limit $2';
  expect(mergedAcrossOrganizations({ ...LIST, only: '$1::text' })).toBe(own);
  expect(mergedAcrossOrganizations({ ...LIST, only: '$1::text', shown: 'page.id' })).toBe(
    `select page.id from (${own}) page order by id desc`,
  );
});

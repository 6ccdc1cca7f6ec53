import { registeredStatements } from '../../core/db/statement.js';

/**
 * The product's registered statements. Test files share a process and its registry, and some register their own
 * statements, under names that start with `test.`.
 */
export function productStatements(): ReturnType<typeof registeredStatements> {
  return registeredStatements().filter(({ name }) => !name.startsWith('test.'));
}

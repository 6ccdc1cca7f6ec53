// The composition roots: all modules that they import register their statements.
import '../../runtime/demo/seed-demo.js';
import { createProgram } from '../../cli/program.js';
import { registeredStatements } from '../../core/db/statement.js';
import '../../prisma/seed/bulk/seed-bulk.js';
import '../../runtime/running/serve-one-part.js';
import '../../runtime/running/start.js';

await createProgram();

/**
 * All of the product's statements. Test files share a process and its registry, and some register their own
 * statements, under names that start with `test.`.
 */
export function productStatements(): ReturnType<typeof registeredStatements> {
  return registeredStatements().filter(({ name }) => !name.startsWith('test.'));
}

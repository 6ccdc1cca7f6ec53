// The composition roots: all modules that they import register their statements.
import '../../runtime/demo/seed-demo.js';
import { createProgram } from '../../cli/program.js';
import { registeredStatements } from '../../core/db/statement.js';
import '../../prisma/seed/bulk/seed-bulk.js';
import '../../runtime/running/parts/gateway.js';
import '../../runtime/running/parts/rest.js';
import '../../runtime/running/parts/secure.js';
import '../../runtime/running/parts/worker.js';
import '../../runtime/running/start.js';

await createProgram();

/**
 * All of the product's statements. Test files share a process and its registry, and some register their own
 * statements, under names that start with `test.` or, of a column that it seals itself, with `SEALED_BY_A_TEST`.
 */
export function productStatements(): ReturnType<typeof registeredStatements> {
  return registeredStatements().filter(({ name }) => !name.startsWith('test.') && !SEALED_BY_A_TEST.test(name));
}

/** Of test/security/secrets-reseal.test.ts. */
const SEALED_BY_A_TEST = /^secrets\.(page|replace)\.person\./;

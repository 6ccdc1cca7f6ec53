import { Ctx, Query, Resolver } from 'type-graphql';
import { requireScope } from '../../../core/auth/principal.js';
import type { Database } from '../../../core/db/database.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import { workspacesInScope } from './workspace.store.js';
import { Workspace } from './workspace.type.js';

@Resolver(() => Workspace)
export class WorkspaceResolver {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  @Query(() => [Workspace], { description: 'The workspaces of the allowlist’s organizations.' })
  workspaces(@Ctx() { principal }: GraphContext): Promise<readonly Workspace[]> {
    requireScope(principal, 'workspace:read');
    return this.#db.many(principal, workspacesInScope, {});
  }
}

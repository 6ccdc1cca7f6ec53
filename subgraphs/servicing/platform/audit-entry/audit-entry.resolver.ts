import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { AuditEntryService } from './audit-entry.service.js';
import { AuditEntry, AuditEntryPage, AuditLogArguments } from './audit-entry.type.js';

@Resolver(() => AuditEntry)
export class AuditEntryResolver {
  constructor(private readonly entries: AuditEntryService) {}

  @Query(() => AuditEntryPage, {
    description: 'Administrative acts and changes, with the actor, newest first. For admins.',
  })
  auditLog(
    @Args(() => AuditLogArguments) request: AuditLogArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<AuditEntryPage> {
    return this.entries.list(principal, request);
  }
}

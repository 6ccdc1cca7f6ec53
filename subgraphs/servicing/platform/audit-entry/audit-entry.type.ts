import { Field, ID, ObjectType } from 'type-graphql';
import { ACTOR_KINDS, type ActorKind } from '../../../../core/audit/record.js';
import type { Page } from '../../../../core/db/keyset.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoDateScalar, IsoInstantScalar, JsonObjectScalar } from '../../../../core/graphql/scalars.js';

export const ActorKindEnum = enumOf(ACTOR_KINDS, {
  name: 'ActorKind',
  description: 'What kind of actor an act is of.',
  values: {
    operator: 'Somebody with an operator’s token.',
    api_key: 'A program with an API key, or a token made from one.',
    cli: 'Somebody at the command line.',
    system: 'The product itself.',
  },
});

@ObjectType({ description: 'An act: who did what to which subject, or read what.' })
export class AuditEntry {
  @Field(() => ID, { description: 'Identifies the act.' })
  id!: string;

  @Field(() => String, { description: 'The operator’s subject, the key’s prefix, or who ran the command.' })
  actor!: string;

  @Field(() => ActorKindEnum, {
    nullable: true,
    description: 'What the actor is; null for acts of before it was kept.',
  })
  actorKind!: ActorKind | null;

  @Field(() => String, { nullable: true, description: 'What people call the operator, where the token told.' })
  actorName!: string | null;

  @Field(() => String, { nullable: true, description: 'Who vouched for the operator: the issuer of the token.' })
  issuer!: string | null;

  @Field(() => String, { nullable: true, description: 'The request in which it was done; null for commands.' })
  requestId!: string | null;

  @Field(() => String, { description: 'What was done, for example `api_key.revoke`.' })
  action!: string;

  @Field(() => String, { description: 'What it was done to.' })
  subject!: string;

  @Field(() => ID, { nullable: true, description: 'Whose data it is about; null: the act stands above organizations.' })
  organizationId!: string | null;

  @Field(() => JsonObjectScalar, { nullable: true, description: 'How the subject looked before, without secrets.' })
  before!: object | null;

  @Field(() => JsonObjectScalar, { nullable: true, description: 'How it looked afterwards, without secrets.' })
  after!: object | null;

  @Field(() => IsoInstantScalar, { description: 'When it was done.' })
  occurredAt!: string;
}

export const AuditEntryPage = pageOf(AuditEntry, 'A page of administrative acts.');
export type AuditEntryPage = Page<AuditEntry>;

@PagedArgs()
export class AuditLogArguments extends PageArguments {
  @Field(() => String, { nullable: true, description: 'What this operator or command did.' })
  actor?: string | null;

  @Field(() => String, { nullable: true, description: 'Acts of this kind.' })
  action?: string | null;

  @Field(() => String, { nullable: true, description: 'What was done to this subject.' })
  subject?: string | null;

  @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; without it all of them.' })
  organizationId?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The first date, inclusive.' })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The last date, inclusive.' })
  to?: string | null;
}

import { Field, ID, ObjectType } from 'type-graphql';
import { ACTOR_KINDS, type ActorKind } from '../../../../core/audit/record.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IN_TIME_ZONE } from '../../../../core/graphql/organization-and-date-arguments.js';
import { PageInfo } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoDateScalar, IsoInstantScalar, JsonObjectScalar } from '../../../../core/graphql/scalars.js';

export const ActorKindEnum = enumOf(ACTOR_KINDS, {
  name: 'ActorKind',
  description: 'Kind of actor.',
  values: {
    operator: 'An operator with a token.',
    api_key: 'A program with an API key or an access token.',
    cli: 'A user at the command line.',
    system: 'Tributary itself.',
  },
});

@ObjectType({ description: 'An act: who changed or read which subject.' })
export class AuditEntry {
  @Field(() => ID, { description: 'Unique identifier.' })
  id!: string;

  @Field(() => String, { description: 'The operator’s subject, the key’s prefix, or the user who ran the command.' })
  actor!: string;

  @Field(() => ActorKindEnum, {
    nullable: true,
    description: 'Kind of actor; null for acts recorded before this field existed.',
  })
  actorKind!: ActorKind | null;

  @Field(() => String, { nullable: true, description: 'The operator’s display name, if the token contains one.' })
  actorName!: string | null;

  @Field(() => String, { nullable: true, description: 'Issuer of the operator’s token.' })
  issuer!: string | null;

  @Field(() => String, { nullable: true, description: 'The request of the act; null for commands.' })
  requestId!: string | null;

  @Field(() => String, { description: 'Kind of act, for example `api_key.revoke`.' })
  action!: string;

  @Field(() => String, { description: 'Subject of the act.' })
  subject!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The organization whose data is concerned; null: the act concerns no single organization.',
  })
  organizationId!: string | null;

  @Field(() => JsonObjectScalar, { nullable: true, description: 'The subject before the act, without secrets.' })
  before!: object | null;

  @Field(() => JsonObjectScalar, { nullable: true, description: 'The subject after the act, without secrets.' })
  after!: object | null;

  @Field(() => IsoInstantScalar, { description: 'When the act was performed.' })
  occurredAt!: string;
}

@ObjectType({ description: 'A page of administrative acts.' })
export class AuditEntryPage implements Page<AuditEntry> {
  @Field(() => [AuditEntry], { description: 'The rows of this page.' })
  items!: readonly AuditEntry[];

  @Field(() => PageInfo, { description: 'The paging details of this page.' })
  page!: PageInfo;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description:
      'How far back a search by words, actor or action has come when older acts are left: it reads a number of acts at a time, and `nextCursor` continues it, also after a page without a row. Null otherwise.',
  })
  searchedBackTo!: string | null;
}

@PagedArgs()
export class AuditLogArguments extends PageArguments {
  @Field(() => String, { nullable: true, description: 'Only acts of this operator or command.' })
  actor?: string | null;

  @Field(() => String, { nullable: true, description: 'Only acts of this kind.' })
  action?: string | null;

  @Field(() => String, { nullable: true, description: 'Only acts on this subject.' })
  subject?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only acts whose actor, action or subject contains each of these words; case, accents and apostrophes are ignored.',
  })
  text?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Only acts on this loan: on its account, notes, flags, requests, payments, schedules, runs and disputes, and on their exceptions. Differences of the tie-out are not included.',
  })
  accountId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Only acts on this person: on their contact data and their payment methods.',
  })
  personId?: string | null;

  @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; defaults to all of them.' })
  organizationId?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'First date, inclusive.' })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Last date, inclusive.' })
  to?: string | null;

  @Field(() => String, { nullable: true, description: IN_TIME_ZONE })
  timeZone?: string | null;
}

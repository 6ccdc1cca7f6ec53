import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { REPLAYED } from '../../../../core/graphql/optional-key.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { SCOPES } from '../../../../core/principal/scopes.js';

@ObjectType({ description: 'An API key, without its secret.' })
export class ApiKey {
  @Field(() => ID, { description: 'Its first 8 characters: the client_id, and all that logs show.' })
  prefix!: string;

  @Field(() => String, { description: 'What it is for.' })
  name!: string;

  @Field(() => [ID], { description: 'The organizations that it reaches.' })
  organizationIds!: readonly string[];

  @Field(() => [String], { description: 'What it may do; fixed when it was made.' })
  scopes!: readonly string[];

  @Field(() => IsoInstantScalar, { description: 'When it was made.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it stops working; null: never by itself.' })
  expiresAt!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was revoked.' })
  revokedAt!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was used last, to the hour; null: never.' })
  lastUsedAt!: string | null;
}

@ObjectType({ description: 'A key that has just been made.' })
export class CreatedApiKey {
  @Field(() => String, {
    nullable: true,
    description: 'The whole key. It is shown this once, and kept nowhere: null in a replay.',
  })
  plaintext!: string | null;

  @Field(() => ApiKey, { description: 'What is kept of it.' })
  key!: ApiKey;

  @Field(() => String, { nullable: true, description: 'What to do where a replay cannot show the key again.' })
  hint!: string | null;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}

@InputType({ description: 'A key to be made.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'What it is for, at most 100 characters.' })
  name!: string;

  @Field(() => [ID], { description: 'The organizations that it shall reach; at least one.' })
  organizationIds!: readonly string[];

  @Field(() => [String], { description: `What it may do; at least one of: ${SCOPES.join(', ')}.` })
  scopes!: readonly string[];

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it stops working; without it, never by itself.' })
  expiresAt?: string | null;
}

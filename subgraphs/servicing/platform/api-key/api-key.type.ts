import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { REPLAYED } from '../../../../core/graphql/optional-idempotency-key.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { SCOPES } from '../../../../core/principal/scopes.js';

@ObjectType({ description: 'An API key, without its secret.' })
export class ApiKey {
  @Field(() => ID, { description: 'Its first 8 characters: the client_id, and the only part that logs show.' })
  prefix!: string;

  @Field(() => String, { description: 'Purpose of the key.' })
  name!: string;

  @Field(() => [ID], { description: 'The organizations that it can access.' })
  organizationIds!: readonly string[];

  @Field(() => [String], { description: 'Permissions; fixed at creation.' })
  scopes!: readonly string[];

  @Field(() => IsoInstantScalar, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it expires; null: never.' })
  expiresAt!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was revoked.' })
  revokedAt!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was last used, to the hour; null: never.' })
  lastUsedAt!: string | null;
}

@ObjectType({ description: 'A new API key.' })
export class CreatedApiKey {
  @Field(() => String, {
    nullable: true,
    description: 'The whole key. It is shown once and not stored: null in a replay.',
  })
  plaintext!: string | null;

  @Field(() => ApiKey, { description: 'The stored part of the key.' })
  key!: ApiKey;

  @Field(() => String, { nullable: true, description: 'What to do when a replay cannot show the key again.' })
  hint!: string | null;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}

@InputType({ description: 'A key to create.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'Purpose of the key, at most 100 characters.' })
  name!: string;

  @Field(() => [ID], { description: 'The organizations that it can access; at least one.' })
  organizationIds!: readonly string[];

  @Field(() => [String], { description: `Permissions; at least one of: ${SCOPES.join(', ')}.` })
  scopes!: readonly string[];

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it expires; by default never.' })
  expiresAt?: string | null;
}

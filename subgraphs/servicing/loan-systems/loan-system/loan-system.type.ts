import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoInstantScalar, JsonObjectScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { UNTOLD } from '../../../../loan-model/source.js';

export const SyncModeEnum = enumOf(['full', 'incremental'], {
  name: 'SyncMode',
  description: 'How much a sync goes through.',
  values: { full: 'Every loan.', incremental: 'The loans that changed since the last sync.' },
});

const UntoldEnum = enumOf(UNTOLD, {
  name: 'NotTold',
  description: 'What an account may lack because its loan system does not tell it.',
  values: {
    external_contract_number: 'The number that the client gave.',
    external_account_number: 'A number of its own.',
    co_borrowers: 'Who owes beside the primary borrower.',
    contract: 'What was agreed.',
    past_due: 'What is past due, and what is due next.',
    payment_method: 'How a payment came that was not recorded here.',
    charged_off_balance: 'What is still owed on a loan that was charged off.',
  },
});

@ObjectType({ description: 'How far the sync of a loan system has come.' })
export class LoanSystemSync {
  @Field(() => SyncModeEnum, {
    nullable: true,
    description: 'Of the pass that is under way, or the last one; null: never synced.',
  })
  mode!: string | null;

  @Field(() => Boolean, { description: 'Whether a process is at it just now.' })
  isRunning!: boolean;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When the pass began.' })
  startedAt!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'Null while a pass is under way, or was cut short.' })
  finishedAt!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'What the system changed before is here.' })
  syncedThrough!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When the last finished pass over every loan began.' })
  fullThrough!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Seconds since `syncedThrough`.' })
  lagSeconds!: number | null;

  @Field(() => Int, { description: 'Loans that this pass has come across.' })
  heads!: number;

  @Field(() => Int, { description: 'Of them, those that were read, for they had changed.' })
  loansRead!: number;

  @Field(() => Int, { description: 'Transactions of those.' })
  transactions!: number;

  @Field(() => Int, { description: 'Loans that could not be read or written; the next pass tries them again.' })
  loansFailed!: number;

  @Field(() => Int, {
    description:
      'Loans that cannot be held here as they are (currency, fractions of a cent); read again once they change.',
  })
  loansOdd!: number;

  @Field(() => Int, { description: 'Attempts since the pass last got further.' })
  attempts!: number;

  @Field(() => String, {
    nullable: true,
    description: 'What last kept it from going on, or a loan from being read. For admins.',
  })
  lastError!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When that was.' })
  lastErrorAt!: string | null;
}

@ObjectType({ description: 'How one running part reaches a loan system. Parts tell every few seconds.' })
export class LoanSystemSighting {
  @Field(() => String, { description: '`start`, `worker`, `payments` or `servicing`: what calls loan systems.' })
  part!: string;

  @Field(() => ID, { description: 'The process; a new one at every start.' })
  instance!: string;

  @Field(() => IsoInstantScalar, { description: 'When it last told.' })
  seenAt!: string;

  @Field(() => Boolean, { description: 'Whether that is so long ago that the process has probably ended.' })
  isStale!: boolean;

  @Field(() => [String], {
    description: 'Why it cannot be set up there, for example a secret’s variable that is not set; empty: it is.',
  })
  problems!: readonly string[];

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its last call was answered, if only by a refusal; null: it has made none.',
  })
  isReachable!: boolean | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When its last call ended.' })
  lastCallAt!: string | null;

  @Field(() => String, { nullable: true, description: 'What became of that call, for example `answered`.' })
  lastOutcome!: string | null;

  @Field(() => Boolean, { description: 'Whether its circuit breaker is open: payments are 503 at once then.' })
  isBroken!: boolean;
}

@ObjectType({ description: 'A loan management system that holds accounts.' })
export class LoanSystem {
  @Field(() => ID, { description: 'By which accounts name it.' })
  code!: string;

  @Field(() => String, { description: '`ledger`, `sandbox`, `fineract` or `mambu`.' })
  kind!: string;

  @Field(() => String, { nullable: true, description: 'Its address; null for those that live here. For admins.' })
  baseUrl!: string | null;

  @Field(() => ID, { nullable: true, description: 'Whose accounts it holds; null for those that come along.' })
  organizationId!: string | null;

  @Field(() => JsonObjectScalar, {
    nullable: true,
    description: 'What its kind asks for, without secrets. For admins; null to others.',
  })
  settings!: object | null;

  @Field(() => JsonObjectScalar, {
    nullable: true,
    description: 'Name of each secret, and the environment variable that holds it. For admins; null to others.',
  })
  secretEnv!: object | null;

  @Field(() => Boolean, { description: 'False once it was removed: its accounts are readable and take no payments.' })
  isActive!: boolean;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'How many accounts it holds; of those that come along for admins only.',
  })
  accounts!: number | null;

  @Field(() => [UntoldEnum], { description: 'What its accounts lack because it does not tell it.' })
  notTold!: readonly string[];

  @Field(() => [LoanSystemSighting], {
    nullable: true,
    description: 'What the running parts see of it; none: no running part knows it. For admins; null to others.',
  })
  sightings!: readonly LoanSystemSighting[] | null;

  @Field(() => LoanSystemSync, { nullable: true, description: 'Null for those that live here, ledgers for example.' })
  sync!: LoanSystemSync | null;
}

@ObjectType({ description: 'What became of a change to the loan systems.' })
export class LoanSystemChangePayload {
  @Field(() => LoanSystem, { nullable: true, description: 'As it stands now; null when nothing was changed.' })
  loanSystem!: LoanSystem | null;

  @Field(() => [String], { description: 'Why nothing was changed, one sentence per problem.' })
  problems!: readonly string[];
}

@InputType({ description: 'A text and its name.' })
export class NamedText {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { description: 'The text.' })
  value!: string;
}

@InputType({ description: 'A remote loan system, or a ledger of an organization’s own.' })
export class AddLoanSystemInput {
  @Field(() => String, { description: 'By which accounts name it: a letter, and up to 31 letters, digits, - or _.' })
  code!: string;

  @Field(() => String, { description: '`ledger`, `fineract` or `mambu`.' })
  kind!: string;

  @Field(() => String, { nullable: true, description: 'Where its API is; a ledger has none.' })
  baseUrl?: string | null;

  @Field(() => ID, { description: 'Whose accounts it holds.' })
  organizationId!: string;

  @Field(() => [NamedText], { nullable: true, description: 'What its kind asks for.' })
  settings?: readonly NamedText[] | null;

  @Field(() => [NamedText], {
    nullable: true,
    description:
      'Secrets, each by the name of the environment variable that holds it. Secrets themselves are never sent.',
  })
  secrets?: readonly NamedText[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it must answer now. Default true.' })
  check?: boolean | null;
}

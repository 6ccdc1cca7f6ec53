import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoInstantScalar, JsonObjectScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { UNREPORTED_FIELDS } from '../../../../loan-model/loan-source-types.js';

export const SyncModeEnum = enumOf(['full', 'incremental'], {
  name: 'SyncMode',
  description: 'Scope of a sync.',
  values: { full: 'Every loan.', incremental: 'The loans that changed since the last sync.' },
});

const UntoldEnum = enumOf(UNREPORTED_FIELDS, {
  name: 'NotTold',
  description: 'Account data that a loan system may not report.',
  values: {
    external_contract_number: 'The contract number supplied by the client.',
    external_account_number: 'The account number.',
    co_borrowers: 'The co-borrowers.',
    contract: 'The agreed terms.',
    past_due: 'The past-due amount and the next due date.',
    payment_method: 'The method of payments that were not recorded through Tributary.',
    charged_off_balance: 'The remaining debt on a charged-off loan.',
  },
});

@ObjectType({ description: 'Sync progress of a loan system.' })
export class LoanSystemSync {
  @Field(() => SyncModeEnum, {
    nullable: true,
    description: 'Mode of the running pass, or of the last one; null: never synced.',
  })
  mode!: string | null;

  @Field(() => Boolean, { description: 'Whether a process is syncing now.' })
  isRunning!: boolean;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When the pass began.' })
  startedAt!: string | null;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'Null while a pass is running, and when it was interrupted.',
  })
  finishedAt!: string | null;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'Changes made in the loan system before this instant are visible in Tributary.',
  })
  syncedThrough!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When the last completed full pass began.' })
  fullThrough!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Seconds since `syncedThrough`.' })
  lagSeconds!: number | null;

  @Field(() => Int, { description: 'Loans that this pass has listed.' })
  heads!: number;

  @Field(() => Int, { description: 'Listed loans that were read because they had changed.' })
  loansRead!: number;

  @Field(() => Int, { description: 'Transactions of the loans read.' })
  transactions!: number;

  @Field(() => Int, { description: 'Loans that could not be read or written; the next pass retries them.' })
  loansFailed!: number;

  @Field(() => Int, {
    description:
      'Loans that Tributary cannot store as they are (currency, fractions of a cent); read again once they change.',
  })
  loansOdd!: number;

  @Field(() => Int, { description: 'Attempts since the pass last made progress.' })
  attempts!: number;

  @Field(() => Boolean, {
    description: 'Whether the loan system lists what changed, so that a sync need not read its list of loans.',
  })
  followsChanges!: boolean;

  @Field(() => Int, {
    description: 'Loans that the running or the last full pass found changed, and the list of changes had not named.',
  })
  changesMissed!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The last error that stopped a pass or the reading of a loan. For admins.',
  })
  lastError!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When that error occurred.' })
  lastErrorAt!: string | null;
}

@ObjectType({ description: 'How one running process reaches a loan system. Processes report every few seconds.' })
export class LoanSystemSighting {
  @Field(() => String, { description: 'Part of the product: `start`, `worker`, `payments` or `servicing`.' })
  part!: string;

  @Field(() => ID, { description: 'The process; a new value at every start.' })
  instance!: string;

  @Field(() => IsoInstantScalar, { description: 'When it last reported.' })
  seenAt!: string;

  @Field(() => Boolean, { description: 'Whether the last report is so old that the process has probably ended.' })
  isStale!: boolean;

  @Field(() => [String], {
    description:
      'Why the process cannot set up the loan system, for example an unset environment variable of a secret; empty when it can.',
  })
  problems!: readonly string[];

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its last call got an answer, including a refusal; null: it has made no call.',
  })
  isReachable!: boolean | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When its last call ended.' })
  lastCallAt!: string | null;

  @Field(() => String, { nullable: true, description: 'Outcome of that call, for example `answered`.' })
  lastOutcome!: string | null;

  @Field(() => Boolean, {
    description: 'Whether its circuit breaker is open; while it is, payments return 503 at once.',
  })
  isBroken!: boolean;
}

@ObjectType({ description: 'A loan management system that holds accounts.' })
export class LoanSystem {
  @Field(() => ID, { description: 'Code by which accounts name it.' })
  code!: string;

  @Field(() => String, { description: '`ledger`, `sandbox`, `fineract` or `mambu`.' })
  kind!: string;

  @Field(() => String, { nullable: true, description: 'Its address; null for local systems. For admins.' })
  baseUrl!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The organization that owns its accounts; null for built-in systems.',
  })
  organizationId!: string | null;

  @Field(() => JsonObjectScalar, {
    nullable: true,
    description: 'Settings required by its kind, without secrets. For admins; null for others.',
  })
  settings!: object | null;

  @Field(() => JsonObjectScalar, {
    nullable: true,
    description: 'Name of each secret, and the environment variable that holds it. For admins; null for others.',
  })
  secretEnv!: object | null;

  @Field(() => Boolean, { description: 'False once it was removed: its accounts are readable and take no payments.' })
  isActive!: boolean;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Number of accounts it holds; for built-in systems, shown to admins only.',
  })
  accounts!: number | null;

  @Field(() => [UntoldEnum], { description: 'Account data that the loan system does not report.' })
  notTold!: readonly string[];

  @Field(() => [LoanSystemSighting], {
    nullable: true,
    description: 'Reports of the running processes; empty: no running process knows it. For admins; null for others.',
  })
  sightings!: readonly LoanSystemSighting[] | null;

  @Field(() => LoanSystemSync, { nullable: true, description: 'Null for local systems such as ledgers.' })
  sync!: LoanSystemSync | null;
}

@ObjectType({ description: 'Result of a change to the loan systems.' })
export class LoanSystemChangePayload {
  @Field(() => LoanSystem, { nullable: true, description: 'Its current state; null when nothing was changed.' })
  loanSystem!: LoanSystem | null;

  @Field(() => [String], { description: 'Why nothing was changed, one sentence per problem.' })
  problems!: readonly string[];
}

@InputType({ description: 'A name and a text.' })
export class NamedText {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { description: 'The text.' })
  value!: string;
}

@InputType({ description: 'A remote loan system, or an organization’s own ledger.' })
export class AddLoanSystemInput {
  @Field(() => String, {
    description: 'Code by which accounts name it: a letter, then up to 31 letters, digits, - or _.',
  })
  code!: string;

  @Field(() => String, { description: '`ledger`, `fineract` or `mambu`.' })
  kind!: string;

  @Field(() => String, { nullable: true, description: 'Base URL of its API; omitted for a ledger.' })
  baseUrl?: string | null;

  @Field(() => ID, { description: 'The organization that owns its accounts.' })
  organizationId!: string;

  @Field(() => [NamedText], { nullable: true, description: 'Settings required by its kind.' })
  settings?: readonly NamedText[] | null;

  @Field(() => [NamedText], {
    nullable: true,
    description:
      'Secrets, each given as the name of the environment variable that holds it. Never send the secrets themselves.',
  })
  secrets?: readonly NamedText[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it must answer now. Defaults to true.' })
  check?: boolean | null;
}

import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { isBuiltInKind } from '../../../../loan-model/ledger-kind.js';
import type { SyncMode } from '../sync/next-pass.js';
import type { LoanSystemService } from './loan-system.service.js';
import {
  AddLoanSystemInput,
  LoanSystem,
  LoanSystemChangePayload,
  type NamedText,
  SyncModeEnum,
} from './loan-system.type.js';
import type { LoanSystemChange, ShownLoanSystem } from './shown-loan-system.js';

@Resolver(() => LoanSystem)
export class LoanSystemResolver {
  constructor(private readonly service: LoanSystemService) {}

  @Query(() => [LoanSystem], {
    description:
      'The loan systems of the caller’s organizations and the built-in ones, with their sync state. For operators.',
  })
  async loanSystems(@Ctx() { principal }: GraphContext): Promise<readonly LoanSystem[]> {
    return (await this.service.list(principal)).map(asType);
  }

  @Mutation(() => LoanSystemChangePayload, {
    description:
      'Adds a remote loan system at one of the hosts that the configuration allows, or an organization’s own ledger, or restores a removed one. For a remote system, `loanSystems { sightings }` shows a moment later how the running processes reach it. For admins; every attempt is audited.',
  })
  async addLoanSystem(
    @Arg('input', () => AddLoanSystemInput, { description: 'The loan system.' }) {
      settings,
      secrets,
      check,
      ...input
    }: AddLoanSystemInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<LoanSystemChangePayload> {
    const { baseUrl, ...named } = input;
    const address = baseUrl === undefined || baseUrl === null ? {} : { baseUrl };
    const request = { ...named, ...address, settings: record(settings), secretEnv: record(secrets) };
    return payload(await this.service.add(principal, request, check ?? true));
  }

  @Mutation(() => LoanSystemChangePayload, {
    description:
      'Removes a loan system from use. Its accounts remain readable and take no payments. For admins; audited.',
  })
  async removeLoanSystem(
    @Arg('code', () => ID, { description: 'Which one.' }) code: string,
    @Arg('force', () => Boolean, { nullable: true, description: 'Also when it holds accounts.' })
    force: boolean | null | undefined,
    @Ctx() { principal }: GraphContext,
  ): Promise<LoanSystemChangePayload> {
    return payload(await this.service.remove(principal, code, force ?? false));
  }

  @Mutation(() => LoanSystemChangePayload, {
    description: 'Makes the worker sync a loan system as soon as possible. For admins; audited.',
  })
  async syncLoanSystem(
    @Arg('code', () => ID, { description: 'Which one.' }) code: string,
    @Arg('mode', () => SyncModeEnum, { nullable: true, description: 'Default incremental.' }) mode:
      | SyncMode
      | null
      | undefined,
    @Ctx() { principal }: GraphContext,
  ): Promise<LoanSystemChangePayload> {
    return payload(await this.service.requestSync(principal, code, mode ?? 'incremental'));
  }
}

function payload(change: LoanSystemChange): LoanSystemChangePayload {
  return change.outcome === 'done'
    ? { loanSystem: asType(change.loanSystem), problems: [] }
    : { loanSystem: null, problems: change.problems };
}

function asType(row: ShownLoanSystem): LoanSystem {
  return { ...row, sync: isBuiltInKind(row.kind) ? null : row };
}

function record(items: readonly NamedText[] | null | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries((items ?? []).map(({ name, value }) => [name, value]));
}

import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { OperatorService } from './operator.service.js';
import { AddOperatorInput, ChangeOperatorInput, Operator } from './operator.type.js';

@Resolver(() => Operator)
export class OperatorResolver {
  constructor(private readonly people: OperatorService) {}

  @Query(() => [Operator], {
    description: 'The people whom admins have admitted, oldest first, including disabled ones. For admins.',
  })
  operators(@Ctx() { principal }: GraphContext): Promise<readonly Operator[]> {
    return this.people.all(principal);
  }

  @Mutation(() => Operator, {
    description: 'Admits a person before they first sign in; audited. For admins who signed in recently.',
  })
  addOperator(
    @Arg('input', () => AddOperatorInput, { description: 'The person.' }) input: AddOperatorInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<Operator> {
    return this.people.add(principal, input);
  }

  @Mutation(() => Operator, {
    description:
      'Changes a person’s name or roles. Once this responds, running sessions have the new ones. Repeatable, audited. For admins who signed in recently.',
  })
  changeOperator(
    @Arg('id', () => ID, { description: 'The person.' }) id: string,
    @Arg('input', () => ChangeOperatorInput, { description: 'What to change.' }) input: ChangeOperatorInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<Operator> {
    return this.people.change(principal, id, input);
  }

  @Mutation(() => Operator, {
    description:
      'Ends a person’s sessions and refuses new ones. Once this responds, no process accepts one. Repeatable, audited. For admins who signed in recently.',
  })
  disableOperator(
    @Arg('id', () => ID, { description: 'The person.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<Operator> {
    return this.people.disable(principal, id);
  }

  @Mutation(() => Operator, {
    description: 'Lets a disabled person sign in again. Repeatable, audited. For admins who signed in recently.',
  })
  enableOperator(
    @Arg('id', () => ID, { description: 'The person.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<Operator> {
    return this.people.enable(principal, id);
  }

  @Mutation(() => Operator, {
    description: 'Ends every session of a person, who may sign in again. Repeatable, audited. For admins.',
  })
  endOperatorSessions(
    @Arg('id', () => ID, { description: 'The person.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<Operator> {
    return this.people.endSessions(principal, id);
  }
}

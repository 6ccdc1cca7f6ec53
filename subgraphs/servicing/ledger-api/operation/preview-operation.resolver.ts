import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { LedgerOperationPreviewer } from './preview-operation.js';
import { LedgerOperationPreview, PreviewLedgerOperationInput } from './preview-operation.type.js';

@Resolver(() => LedgerOperationPreview)
export class PreviewLedgerOperationResolver {
  constructor(private readonly previewer: LedgerOperationPreviewer) {}

  @Query(() => LedgerOperationPreview, {
    description: 'What a manual operation would do to a loan in the ledger, by the rules of the operation itself.',
  })
  previewLedgerOperation(
    @Arg('accountId', () => ID, { description: 'The loan’s account.' }) accountId: string,
    @Arg('input', () => PreviewLedgerOperationInput, { description: 'The operation.' })
    input: PreviewLedgerOperationInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerOperationPreview> {
    return this.previewer.preview(principal, accountId, input);
  }
}

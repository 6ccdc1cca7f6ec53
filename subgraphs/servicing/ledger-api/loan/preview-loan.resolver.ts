import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { LedgerLoanPreviewer } from './preview-loan.js';
import { LedgerLoanPreview, PreviewLedgerLoanInput } from './preview-loan.type.js';

@Resolver(() => LedgerLoanPreview)
export class PreviewLedgerLoanResolver {
  constructor(private readonly previewer: LedgerLoanPreviewer) {}

  @Query(() => LedgerLoanPreview, {
    description:
      'The schedule that a loan would have if it were booked and disbursed today, by the rules of the ledger.',
  })
  previewLedgerLoan(
    @Arg('input', () => PreviewLedgerLoanInput, { description: 'The terms.' }) input: PreviewLedgerLoanInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerLoanPreview> {
    return this.previewer.preview(principal, input);
  }
}

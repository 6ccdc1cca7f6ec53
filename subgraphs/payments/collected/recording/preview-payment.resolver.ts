import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { CollectedPaymentRow } from '../payment/collected-payment.row.js';
import { CollectedPayment } from '../payment/collected-payment.type.js';
import type { PaymentPreviewer } from './preview-payment.js';
import { PaymentPreview, PreviewPaymentInput } from './preview-payment.type.js';

type PaymentById = (id: string, context: GraphContext) => Promise<CollectedPaymentRow>;

@Resolver(() => PaymentPreview)
export class PreviewPaymentResolver {
  constructor(
    private readonly previewer: PaymentPreviewer,
    private readonly paymentById: PaymentById,
  ) {}

  @Query(() => PaymentPreview, {
    description: 'How a payment would be applied, and whether a similar one is there already. Writes nothing.',
  })
  previewPayment(
    @Arg('accountId', () => ID, { description: 'The account.' }) accountId: string,
    @Arg('input', () => PreviewPaymentInput, { description: 'The payment.' }) input: PreviewPaymentInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<PaymentPreview> {
    const { amountCents, paymentMethod, checkNumber } = input;
    const body = { amount_cents: amountCents, payment_method: paymentMethod, check_number: checkNumber ?? null };
    return this.previewer.preview(principal, accountId, body);
  }

  @FieldResolver(() => CollectedPayment, { nullable: true, description: 'That payment.' })
  async similarPayment(
    @Root() { similarPaymentId }: PaymentPreview,
    @Ctx() context: GraphContext,
  ): Promise<CollectedPayment | null> {
    return similarPaymentId === null ? null : this.paymentById(similarPaymentId, context);
  }
}

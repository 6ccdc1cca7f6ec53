import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { snakeCased } from '../../../core/contract/snake-cased.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import { JsonObjectScalar } from '../../../core/graphql/scalars.js';
import type { PreviewService } from './preview.service.js';
import { EmailPreview } from './preview.type.js';

@Resolver()
export class PreviewResolver {
  readonly #previews: PreviewService;

  constructor(previews: PreviewService) {
    this.#previews = previews;
  }

  @Query(() => EmailPreview, { description: 'Renders a template; nothing is sent, and nothing kept.' })
  previewEmailTemplate(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() { principal }: GraphContext,
    @Arg('sampleData', () => JsonObjectScalar, {
      nullable: true,
      description: 'Values by placeholder; they come before those of the workspace.',
    })
    sampleData?: object | null,
  ): Promise<EmailPreview> {
    return this.#previews.preview(principal, id, snakeCased({ sampleData: sampleData ?? null }));
  }
}

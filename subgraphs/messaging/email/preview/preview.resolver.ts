import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { bodyOf, snakeCased } from '../../../../core/contract/case-conversion.js';
import type { UpdateEmailTemplateBody } from '../../../../core/contract/messaging-request-bodies.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { JsonObjectScalar } from '../../../../core/graphql/scalars.js';
import { UpdateEmailTemplateInput } from '../template/email-template.type.js';
import type { PreviewService } from './preview.service.js';
import { EmailPreview } from './preview.type.js';

@Resolver()
export class PreviewResolver {
  constructor(private readonly previews: PreviewService) {}

  @Query(() => EmailPreview, { description: 'Renders a template without sending or storing it.' })
  previewEmailTemplate(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() { principal }: GraphContext,
    @Arg('sampleData', () => JsonObjectScalar, {
      nullable: true,
      description: 'Values by placeholder; they override those of the workspace.',
    })
    sampleData?: object | null,
    @Arg('draft', () => UpdateEmailTemplateInput, {
      nullable: true,
      description: 'Changes to preview before saving them; omitted fields come from the template.',
    })
    draft?: UpdateEmailTemplateInput | null,
  ): Promise<EmailPreview> {
    const body = snakeCased({ sampleData: sampleData ?? null });
    return this.previews.preview(principal, id, body, draft && draftOf(draft));
  }
}

function draftOf(input: UpdateEmailTemplateInput) {
  return bodyOf<UpdateEmailTemplateBody, UpdateEmailTemplateInput>(input);
}

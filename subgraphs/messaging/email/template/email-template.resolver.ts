import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import type {
  CreateEmailTemplateBody,
  UpdateEmailTemplateBody,
} from '../../../../core/contract/messaging-request-bodies.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { OPTIONAL_KEY } from '../../../../core/graphql/optional-idempotency-key.js';
import { Workspace } from '../workspace/workspace.type.js';
import { WorkspaceListArguments } from '../workspace/workspace-contents-list-arguments.js';
import type { EmailTemplateService } from './email-template.service.js';
import {
  CreateEmailTemplateInput,
  EmailTemplate,
  EmailTemplatePage,
  UpdateEmailTemplateInput,
} from './email-template.type.js';

@Resolver(() => EmailTemplate)
export class EmailTemplateResolver {
  constructor(
    private readonly templates: EmailTemplateService,
    private readonly workspaceOf: (id: string, context: GraphContext) => Promise<Workspace>,
  ) {}

  @Query(() => EmailTemplate, { description: 'One email template.' })
  emailTemplate(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<EmailTemplate> {
    return this.templates.one(principal, id);
  }

  @Query(() => EmailTemplatePage, { description: 'Email templates, newest first.' })
  emailTemplates(
    @Args(() => WorkspaceListArguments) request: WorkspaceListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<EmailTemplatePage> {
    return this.templates.list(principal, request);
  }

  @Mutation(() => EmailTemplate, { description: 'Creates a template after parsing its Liquid.' })
  createEmailTemplate(
    @Arg('input', () => CreateEmailTemplateInput, { description: 'What is to be written.' })
    input: CreateEmailTemplateInput,
    @Ctx() { principal }: GraphContext,
    @Arg('idempotencyKey', () => String, OPTIONAL_KEY) idempotencyKey?: string | null,
  ): Promise<EmailTemplate> {
    const body = bodyOf<CreateEmailTemplateBody, CreateEmailTemplateInput>(input);
    return this.templates.create(principal, body, idempotencyKey);
  }

  @Mutation(() => EmailTemplate, { description: 'Changes the given fields of a template.' })
  updateEmailTemplate(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Arg('input', () => UpdateEmailTemplateInput, { description: 'What is to be written.' })
    input: UpdateEmailTemplateInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<EmailTemplate> {
    return this.templates.update(principal, id, bodyOf<UpdateEmailTemplateBody, UpdateEmailTemplateInput>(input));
  }

  @FieldResolver(() => Workspace, { nullable: true, description: 'The workspace it belongs to.' })
  workspace(@Root() { workspaceId }: EmailTemplate, @Ctx() context: GraphContext): Promise<Workspace> {
    return this.workspaceOf(workspaceId, context);
  }
}

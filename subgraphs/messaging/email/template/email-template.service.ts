import { z } from 'zod';
import { changeOf, recordAudit } from '../../../../core/audit/record.js';
import { checkedBody, checkedOptionalKeyWrite } from '../../../../core/contract/checked-write.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import {
  type CreateEmailTemplateBody,
  createEmailTemplateBody,
  updateEmailTemplateBody,
} from '../../../../core/contract/messaging-request-bodies.js';
import { composed } from '../../../../core/contract/stored-text.js';
import type { Transaction } from '../../../../core/db/database.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { type ActAnswer, createOnce, keptId } from '../../../../core/idempotency/create-once-keeping-only-ids.js';
import { idFilter, isId, newId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { LiquidProcess } from '../liquid/liquid-child-process.js';
import { unknownWorkspace } from '../workspace/unknown-workspace-issue.js';
import { workspacesByIds } from '../workspace/workspace.store.js';
import type { WorkspaceListArguments } from '../workspace/workspace-contents-list-arguments.js';
import {
  EMAIL_TEMPLATES,
  type EmailTemplateRow,
  emailTemplate,
  insertEmailTemplate,
  lockEmailTemplate,
  updateEmailTemplate,
} from './email-template.store.js';
import { requireLiquid } from './require-valid-liquid.js';

export interface EmailTemplateParts extends Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'clientKeys'> {
  readonly liquid: LiquidProcess;
}

/** The only field read from the body before the caller's access to the workspace is checked. */
const workspaceNamed = z.object({ workspace_id: z.string() });

/** Email templates of the workspaces in scope. */
export class EmailTemplateService {
  constructor(private readonly parts: EmailTemplateParts) {}

  /** @throws {Problem} `email_template_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<EmailTemplateRow> {
    requireScope(principal, 'email_templates:read');
    return this.#found(principal, id);
  }

  /** Newest first; `from` and `to` are dates of creation, UTC. */
  async list(principal: Principal, request: WorkspaceListArguments): Promise<Page<EmailTemplateRow>> {
    requireScope(principal, 'email_templates:read');
    const { from, to, workspaceId } = request;
    const parameters = { workspaceId: idFilter(workspaceId), ...instants(dateRange(from, to)) };
    return readRequestedPage(this.parts, principal, EMAIL_TEMPLATES, parameters, { workspaceId }, request);
  }

  /**
   * For a missing workspace this costs one query, whatever the body contains.
   *
   * @throws {Problem} `validation_failed`, checked first for a workspace out of scope, last for invalid Liquid;
   * `idempotency_conflict`, `idempotency_in_progress`
   */
  async create(
    principal: Principal,
    body: unknown,
    idempotencyKey?: string | null,
  ): Promise<ActAnswer<EmailTemplateRow>> {
    requireScope(principal, 'email_templates:write');
    const named = workspaceNamed.safeParse(body).data?.workspace_id;
    const organizationId = named === undefined ? undefined : await this.#organizationOf(principal, named);
    const template = checkedOptionalKeyWrite(createEmailTemplateBody, body, idempotencyKey);
    if (organizationId === undefined) throw new Error('a body without a workspace passed validation');
    await requireLiquid(this.parts.liquid, organizationId, template);
    const { db, clientKeys } = this.parts;
    const act = { operation: 'create_email_template', idempotencyKey, path: [], body: { ...template } };
    return db.transaction((tx) =>
      createOnce(
        { tx, clientKeys, principal },
        {
          request: { organizationId, ...act },
          kept: keptId,
          perform: () => this.#insert(tx, principal, organizationId, template),
          repeat: (_, { id }) => this.#found(principal, id, tx),
        },
      ),
    );
  }

  async #insert(tx: Transaction, principal: Principal, organizationId: string, template: CreateEmailTemplateBody) {
    const inserted = await insertEmailTemplate(tx.models(principal), {
      id: newId(),
      organizationId,
      workspaceId: template.workspace_id,
      name: composed(template.name),
      subjectTemplate: template.subject_template,
      description: template.description ?? null,
      htmlTemplate: template.html_template ?? null,
      textTemplate: template.text_template ?? null,
    });
    const act = { action: 'email_template.create', subject: inserted.id, organizationId, after: inserted };
    await recordAudit(tx, this.parts.clock, principal, act);
    return { kept: { id: inserted.id }, answer: inserted };
  }

  /**
   * Changes the given fields. Another workspace of the same organization moves the template there. For a missing
   * template this costs one query, whatever the body contains.
   *
   * @throws {Problem} `email_template_not_found`; `validation_failed` as on creation.
   */
  async update(principal: Principal, id: string, body: unknown): Promise<EmailTemplateRow> {
    requireScope(principal, 'email_templates:write');
    const { organizationId } = await this.#found(principal, id);
    const change = checkedBody(updateEmailTemplateBody, body);
    const moves = change.workspace_id ?? null;
    if (moves !== null && (await this.#organizationOf(principal, moves)) !== organizationId)
      throw invalid([unknownWorkspace(moves)]);
    await requireLiquid(this.parts.liquid, organizationId, change);
    return this.parts.db.transaction(async (tx) => {
      const before = await tx.first(principal, lockEmailTemplate, { id, organizationId });
      if (before === undefined) throw new Problem('email_template_not_found');
      const updated = await updateEmailTemplate(tx.models(principal), before, {
        workspaceId: change.workspace_id ?? undefined,
        name: composed(change.name) ?? undefined,
        subjectTemplate: change.subject_template ?? undefined,
        description: change.description,
        htmlTemplate: change.html_template,
        textTemplate: change.text_template,
      });
      const act = { action: 'email_template.update', subject: id, organizationId, ...changeOf(before, updated) };
      await recordAudit(tx, this.parts.clock, principal, act);
      return updated;
    });
  }

  async #found(
    principal: Principal,
    id: string,
    on: Pick<Transaction, 'models'> = this.parts.db,
  ): Promise<EmailTemplateRow> {
    const found = isId(id) ? await emailTemplate(on.models(principal), id) : undefined;
    if (found === undefined) throw new Problem('email_template_not_found');
    return found;
  }

  /** A workspace's organization. @throws {Problem} `validation_failed` for a workspace out of scope. */
  async #organizationOf(principal: Principal, workspaceId: string): Promise<string> {
    const ids = isId(workspaceId) ? [workspaceId] : [];
    const [found] = await workspacesByIds(this.parts.db.models(principal), ids);
    if (found === undefined) throw invalid([unknownWorkspace(workspaceId)]);
    return found.organizationId;
  }
}

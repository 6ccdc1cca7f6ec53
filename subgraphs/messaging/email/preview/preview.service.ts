import { checkedBody } from '../../../../core/contract/checked-write.js';
import { previewBody, updateEmailTemplateBody } from '../../../../core/contract/messaging-request-bodies.js';
import type { Database } from '../../../../core/db/database.js';
import { invalid } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { LiquidProcess } from '../liquid/liquid-child-process.js';
import type { RenderedPreview } from '../liquid/render-preview.js';
import { OUT_OF_BOUNDS, type TemplateFault } from '../liquid/template-fields-and-fault-types.js';
import type { EmailTemplateService } from '../template/email-template.service.js';
import { fillingsOfTemplate } from '../workspace/workspace.store.js';

export interface PreviewParts {
  readonly db: Database;
  readonly templates: EmailTemplateService;
  readonly liquid: LiquidProcess;
}

/**
 * Renders a template. Fills it with the workspace's values if the caller may read them; otherwise those placeholders
 * stay unfilled.
 */
export class PreviewService {
  constructor(private readonly parts: PreviewParts) {}

  /**
   * @param draft - unsaved changes, as for `update`; the values still come from the template's own workspace
   * @throws {Problem} `email_template_not_found`; `validation_failed` for invalid sample data or an invalid draft,
   * and for a template that cannot be rendered (in time); `service_unavailable` when too many tasks of its
   * organization are waiting.
   */
  async preview(principal: Principal, id: string, body: unknown, draft?: unknown): Promise<RenderedPreview> {
    requireScope(principal, 'email_templates:read');
    const { sample_data: sampleData } = checkedBody(previewBody, body);
    const { db, templates, liquid } = this.parts;
    const kept = await templates.one(principal, id);
    const changed = checkedBody(updateEmailTemplateBody, draft ?? {});
    const template = {
      organizationId: kept.organizationId,
      subjectTemplate: changed.subject_template ?? kept.subjectTemplate,
      htmlTemplate: changed.html_template === undefined ? kept.htmlTemplate : changed.html_template,
      textTemplate: changed.text_template === undefined ? kept.textTemplate : changed.text_template,
    };
    const mayFill = principal.scopes.includes('workspace:read');
    const fillings = mayFill ? await db.many(principal, fillingsOfTemplate, { templateId: id }) : [];
    const outcome = await liquid.render(template.organizationId, {
      subject: template.subjectTemplate,
      html: template.htmlTemplate,
      text: template.textTemplate,
      fillings: fillings.map(({ placeholder, value }) => [placeholder, value]),
      sampleJson: JSON.stringify(sampleData ?? {}),
    });
    switch (outcome.kind) {
      case 'rendered':
        return outcome.preview;
      case 'faulty':
        throw notRendered(outcome);
      case 'out_of_bounds':
        throw notRendered({ field: 'html_template', fault: { error: OUT_OF_BOUNDS, at: {} } });
    }
  }
}

/** Reports the error at the template's field, as on saving: the preview request itself is valid. */
function notRendered({ field, fault }: TemplateFault) {
  return invalid([wrongValue(field, fault.error, null, fault.at)]);
}

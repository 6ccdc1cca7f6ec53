/** The parts of a template, by their fields. */
export const TEMPLATE_FIELDS = ['subject_template', 'html_template', 'text_template'] as const;

export type TemplateField = (typeof TEMPLATE_FIELDS)[number];

/** Templates as a body carries them; what is not sent, or null, is not looked at. */
export type Templates = { readonly [F in TemplateField]?: string | null | undefined };

/** What is wrong with a template, and where. */
export interface LiquidFault {
  readonly error: string;
  /** Counted from 1; without them where the fault lies in no line. */
  readonly at: { readonly line?: number; readonly column?: number };
}

export interface TemplateFault {
  readonly field: TemplateField;
  readonly fault: LiquidFault;
}

export const OUT_OF_BOUNDS = 'rendering takes too long or makes too much: is there a loop that hardly ends?';

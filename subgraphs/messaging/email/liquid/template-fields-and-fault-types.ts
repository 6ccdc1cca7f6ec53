/** The parts of a template, by their fields. */
export const TEMPLATE_FIELDS = ['subject_template', 'html_template', 'text_template'] as const;

export type TemplateField = (typeof TEMPLATE_FIELDS)[number];

/** Templates from a request body; parts that are missing or null are not checked. */
export type Templates = { readonly [F in TemplateField]?: string | null | undefined };

/** An error in a template and its position. */
export interface LiquidFault {
  readonly error: string;
  /** Counted from 1; absent if the error has no position. */
  readonly at: { readonly line?: number; readonly column?: number };
}

export interface TemplateFault {
  readonly field: TemplateField;
  readonly fault: LiquidFault;
}

export const OUT_OF_BOUNDS = 'rendering takes too long or produces too much output: check for endless loops';

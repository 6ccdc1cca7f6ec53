/** What can be changed of a template here; an empty part is none. */
export interface TemplateDraft {
  readonly name: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Its parts, as the graph takes them. */
export function partsOf({ subject, html, text }: TemplateDraft) {
  return {
    subjectTemplate: subject,
    htmlTemplate: html === '' ? null : html,
    textTemplate: text === '' ? null : text,
  };
}

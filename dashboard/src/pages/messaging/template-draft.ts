/** The API's length limits. */
export const MOST = { name: 200, subject: 998, body: 200_000 };

/** The editable fields of a template; an empty part counts as absent. */
export interface TemplateDraft {
  readonly name: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The template's parts, as GraphQL takes them. */
export function partsOf({ subject, html, text }: TemplateDraft) {
  return {
    subjectTemplate: subject,
    htmlTemplate: html === '' ? null : html,
    textTemplate: text === '' ? null : text,
  };
}

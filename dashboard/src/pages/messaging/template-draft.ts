/** The API's own bounds. */
export const MOST = { name: 200, subject: 998, body: 200_000 };

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

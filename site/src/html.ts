/** Escapes text for HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** `Idempotency and unknown outcomes` → `idempotency-and-unknown-outcomes`, as other Markdown renderers do. */
export function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

/** The plain text of HTML, for the search. */
export function plain(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

export interface Heading {
  readonly id: string;
  readonly level: 2 | 3;
  /** As HTML. */
  readonly html: string;
}

export function heading(level: 2 | 3, title: string, headings: Heading[], id = slug(title)): string {
  headings.push({ id, level, html: escaped(title) });
  return headingHtml(level, id, escaped(title));
}

/** A heading with a link to itself, for copying. */
export function headingHtml(level: number, id: string, html: string): string {
  return `<h${level} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${level}>`;
}

/** Wide tables scroll sideways on their own, by keyboard too. */
export function table(label: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (name: string, row: readonly string[]) => row.map((cell) => `<${name}>${cell}</${name}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
  return `${TABLE_BEGINS(label)}<table><thead><tr>${cells('th scope="col"', head).replaceAll('</th scope="col">', '</th>')}</tr></thead>\n<tbody>${body}</tbody></table>${TABLE_ENDS}`;
}

export const TABLE_BEGINS = (label: string) =>
  `<div class="table" tabindex="0" role="group" aria-label="${escaped(label)}">`;
export const TABLE_ENDS = '</div>';

import { z } from 'zod';
import { plainContent, plainName, plainProse, plainUrl } from './stored-text.js';

/** Bodies of Area C (lengths, in code points, are ours: the contract names none). */
const NAME_LENGTH = 200;
const DESCRIPTION_LENGTH = 2_000;
/** What one line of a message may hold (RFC 5322 section 2.1.1). */
const SUBJECT_LENGTH = 998;
const TEMPLATE_LENGTH = 200_000;
/** Parsing takes time by the tag: this many, a few hundredths of a second. Written mails have some hundreds. */
export const MOST_TAGS = 5_000;
const VALUE_LENGTH = 10_000;
const ADDRESS_LENGTH = 2_000;
/** Sample data is walked by recursion. */
const MOST_LEVELS = 32;

/** Words that mean something else to Liquid: as names they could never be filled. */
const LIQUID_WORDS: readonly string[] = [
  ...['true', 'false', 'nil', 'null', 'empty', 'blank', 'and', 'or', 'not', 'contains', 'in', 'with', 'as', 'forloop'],
];

const name = plainName({ minimum: 1, maximum: NAME_LENGTH }).describe('What people call it.');
const description = plainProse({ maximum: DESCRIPTION_LENGTH }).describe('What it is for.');
const subject = plainContent({ minimum: 1, maximum: SUBJECT_LENGTH }).describe('The subject, a Liquid template.');
const template = plainContent({ maximum: TEMPLATE_LENGTH })
  .refine((source) => !hasMoreTags(source, MOST_TAGS), `the template has more than ${MOST_TAGS} tags`)
  .describe(`A Liquid template of ${MOST_TAGS} tags at most (each {{ and {%; lines too, where there is a liquid tag).`);
const value = plainContent({ maximum: VALUE_LENGTH }).describe('What takes the place of the placeholder.');

const workspaceId = z.string().describe('The workspace that it belongs to.');
const isActive = z.boolean().describe('Whether it fills its placeholder; it does when nothing is said.');

/** What a placeholder may be, whole: the words of Liquid are told apart when one is refused. */
const PLACEHOLDER_PATTERN = `^(?!(?:${LIQUID_WORDS.join('|')})$)[A-Za-z_][A-Za-z0-9_]{0,63}$`;

/** As templates write it between the braces. */
const placeholder = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/)
  .refine((word) => !LIQUID_WORDS.includes(word), 'the placeholder is a word of Liquid')
  .meta({ pattern: PLACEHOLDER_PATTERN })
  .describe(
    'As templates write it between the braces; one per workspace, and no word of Liquid, such as `true` or `in`.',
  );

/** Where a file lies; it ends up in messages, so nothing in it may end an attribute. */
const address = plainUrl({ minimum: 1, maximum: ADDRESS_LENGTH })
  .refine((url) => /^https:\/\/[^\s"'<>\\^`{|}]+$/i.test(url) && URL.canParse(url), 'url must be an https address')
  .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]://' })
  .describe('Where the file lies: an https address; said once, on creation or later.');

export const createEmailTemplateBody = z.strictObject({
  workspace_id: workspaceId,
  name,
  subject_template: subject,
  description: description.nullish(),
  html_template: template.nullish(),
  text_template: template.nullish(),
});

/** On PUT an omitted field, and a null for a field that is never null, leave it as it is. */
export const updateEmailTemplateBody = z.strictObject({
  workspace_id: workspaceId.nullish(),
  name: name.nullish(),
  subject_template: subject.nullish(),
  description: description.nullish(),
  html_template: template.nullish(),
  text_template: template.nullish(),
});

export const createMergeFieldBody = z.strictObject({
  workspace_id: workspaceId,
  placeholder,
  name,
  description: description.nullish(),
  value,
  is_active: isActive.nullish(),
});

export const updateMergeFieldBody = z.strictObject({
  placeholder: placeholder.nullish(),
  name: name.nullish(),
  description: description.nullish(),
  value: value.nullish(),
  is_active: isActive.nullish(),
});

export const createAssetBody = z.strictObject({
  workspace_id: workspaceId,
  placeholder,
  name,
  description: description.nullish(),
  url: address.nullish(),
  is_active: isActive.nullish(),
});

/** Where the file lies is said once: on creation, or later for an asset that has no address yet. */
export const updateAssetBody = z.strictObject({
  placeholder: placeholder.nullish(),
  name: name.nullish(),
  description: description.nullish(),
  url: address.nullish(),
  is_active: isActive.nullish(),
});

const sampleData = z
  .looseObject({})
  .refine((members) => isWithin(members, MOST_LEVELS), `sample_data must not nest deeper than ${MOST_LEVELS} levels`);

/** Sample data fills placeholders before the workspace does. */
export const previewBody = z.strictObject({
  sample_data: sampleData.nullish().describe('What fills placeholders, by their names.'),
});

/** Counts as far as it must. Each line inside of a liquid tag is a tag, so that where there is one, every line counts. */
function hasMoreTags(source: string, most: number): boolean {
  const tags = /\{%-?\s*liquid\b/.test(source) ? /\{[{%]|\n/g : /\{[{%]/g;
  let count = 0;
  while (count <= most && tags.test(source)) count += 1;
  return count > most;
}

/** Level by level, never by recursion: what is asked about may be as deep as a body is long. */
function isWithin(members: object, levels: number): boolean {
  let level: unknown[] = [members];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return false;
    level = level.flatMap((node) => (typeof node === 'object' && node !== null ? Object.values(node) : []));
  }
  return true;
}

export type CreateEmailTemplateBody = z.output<typeof createEmailTemplateBody>;
export type UpdateEmailTemplateBody = z.output<typeof updateEmailTemplateBody>;
export type CreateMergeFieldBody = z.output<typeof createMergeFieldBody>;
export type UpdateMergeFieldBody = z.output<typeof updateMergeFieldBody>;
export type CreateAssetBody = z.output<typeof createAssetBody>;
export type UpdateAssetBody = z.output<typeof updateAssetBody>;

import { z } from 'zod';
import { plainContent, plainName, plainProse, plainUrl } from './stored-text.js';

/** Bodies of Area C. The contract sets no lengths; these, in code points, are ours. */
const NAME_LENGTH = 200;
const DESCRIPTION_LENGTH = 2_000;
/** The longest line in a message (RFC 5322 section 2.1.1). */
const SUBJECT_LENGTH = 998;
const TEMPLATE_LENGTH = 200_000;
/**
 * Parsing time grows with the number of tags: this many take a few hundredths of a second. Real emails have a few
 * hundred.
 */
export const MOST_TAGS = 5_000;
const VALUE_LENGTH = 10_000;
const ADDRESS_LENGTH = 2_000;
/** Sample data is traversed recursively. */
const MOST_LEVELS = 32;

/** Keywords of Liquid: as placeholder names they could never be filled. */
const LIQUID_WORDS: readonly string[] = [
  ...['true', 'false', 'nil', 'null', 'empty', 'blank', 'and', 'or', 'not', 'contains', 'in', 'with', 'as', 'forloop'],
];

const name = plainName({ minimum: 1, maximum: NAME_LENGTH }).describe('The display name.');
const description = plainProse({ maximum: DESCRIPTION_LENGTH }).describe('What it is used for.');
const subject = plainContent({ minimum: 1, maximum: SUBJECT_LENGTH }).describe('The subject, a Liquid template.');
const template = plainContent({ maximum: TEMPLATE_LENGTH })
  .refine((source) => !hasMoreTags(source, MOST_TAGS), `the template has more than ${MOST_TAGS} tags`)
  .describe(`A Liquid template with at most ${MOST_TAGS} tags (each {{ and {%; with a liquid tag, each line as well).`);
const value = plainContent({ maximum: VALUE_LENGTH }).describe('The text that replaces the placeholder.');

const workspaceId = z.string().describe('Its workspace.');
const isActive = z.boolean().describe('Whether it fills its placeholder; default true.');

/** The form of a placeholder. Liquid keywords are checked separately, for a clearer message. */
const PLACEHOLDER_PATTERN = `^(?!(?:${LIQUID_WORDS.join('|')})$)[A-Za-z_][A-Za-z0-9_]{0,63}$`;

/** The name that templates write between the braces. */
const placeholder = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/)
  .refine((word) => !LIQUID_WORDS.includes(word), 'the placeholder is a keyword of Liquid')
  .meta({ pattern: PLACEHOLDER_PATTERN })
  .describe(
    'The name that templates write between the braces; unique in the workspace, and not a keyword of Liquid such as `true` or `in`.',
  );

/** The address of a file. It is written into messages, so it must hold nothing that could end an attribute. */
const address = plainUrl({ minimum: 1, maximum: ADDRESS_LENGTH })
  .refine((url) => /^https:\/\/[^\s"'<>\\^`{|}]+$/i.test(url) && URL.canParse(url), 'url must be an https address')
  .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]://' })
  .describe('The address of the file, with https. It can be set only once, on creation or later.');

export const createEmailTemplateBody = z.strictObject({
  workspace_id: workspaceId,
  name,
  subject_template: subject,
  description: description.nullish(),
  html_template: template.nullish(),
  text_template: template.nullish(),
});

/** On PUT, an omitted field does not change, nor does a non-nullable field that is null. */
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

/** The file's address can be set only once: on creation, or later for an asset that has none yet. */
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

/** Sample data takes precedence over the workspace's values. */
export const previewBody = z.strictObject({
  sample_data: sampleData.nullish().describe('Values of placeholders, by name.'),
});

/**
 * Stops counting once the limit is exceeded. Each line inside a liquid tag is a tag, so with one, every line counts.
 */
function hasMoreTags(source: string, most: number): boolean {
  const tags = /\{%-?\s*liquid\b/.test(source) ? /\{[{%]|\n/g : /\{[{%]/g;
  let count = 0;
  while (count <= most && tags.test(source)) count += 1;
  return count > most;
}

/** Iterates level by level, without recursion: the data may be nested as deep as a body is long. */
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

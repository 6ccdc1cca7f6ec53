import { comparableEmail } from '../../contract/contact-search.js';
import { composed, type PlainText, plainLine, plainName } from '../../contract/stored-text.js';
import type { Database } from '../../db/database.js';
import { unknownOrganizationProblems } from '../api-keys/administration.js';
import type { StoredRights } from '../operator-tokens/stored-rights.js';
import { type OperatorRights, rightsToStore } from './rights.js';

/** A person to admit: by email, or by the issuer's subject. */
export interface NewOperator extends OperatorRights {
  readonly name: string;
  readonly email?: string | null | undefined;
  readonly issuer?: string | null | undefined;
  readonly subject?: string | null | undefined;
}

export interface CheckedPerson {
  readonly name: PlainText;
  readonly email: PlainText | null;
  readonly issuer: PlainText | null;
  readonly subject: PlainText | null;
  readonly rights: StoredRights;
}

/** One sentence per problem, all at once. */
export type Problems = { readonly problems: readonly string[] };

const NAME = plainName({ minimum: 1, maximum: 200 }).refine((name) => name.trim() !== '', 'is blank');
const EMAIL = plainLine({ minimum: 3, maximum: 254 }).refine(
  (email) => /^[^\s@]+@[^\s@]+$/.test(email),
  'is not an email address',
);
const LINE = plainLine({ minimum: 1, maximum: 200 });

export async function checkedPerson(db: Database, request: NewOperator): Promise<CheckedPerson | Problems> {
  const { email, issuer, subject } = request;
  const problems: string[] = [];
  const checked = {
    name: checkedName(request.name, problems),
    email: optional('the email address', EMAIL, email, problems),
    issuer: optional('the issuer', LINE, issuer, problems),
    subject: optional('the subject', LINE, subject, problems),
  };
  if (!email && !subject) problems.push('a person is admitted by an email address or a subject');
  if (Boolean(subject) !== Boolean(issuer)) problems.push('a subject and its issuer belong together');
  const rights = await checkedRights(db, request, problems);
  if (problems.length > 0 || checked.name === undefined || rights === undefined) return { problems };
  const comparable = checked.email && (comparableEmail(checked.email) as PlainText);
  return { ...checked, name: checked.name, email: comparable, rights };
}

export function checkedName(name: string, problems: string[]): PlainText | undefined {
  const parsed = NAME.safeParse(name);
  if (parsed.success) return composed(parsed.data);
  problems.push(...parsed.error.issues.map(({ message }) => `the name ${message}`));
  return undefined;
}

export async function checkedRights(
  db: Database,
  request: OperatorRights,
  problems: string[],
): Promise<StoredRights | undefined> {
  const rights = rightsToStore(request);
  if (rights === undefined) problems.push('a person needs either a role at every organization, or a role at some');
  else problems.push(...(await unknownOrganizationProblems(db, rights.organizationIds)));
  return rights;
}

function optional(
  what: string,
  schema: ReturnType<typeof plainLine>,
  value: string | null | undefined,
  problems: string[],
): PlainText | null {
  if (!value) return null;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  problems.push(...parsed.error.issues.map(({ message }) => `${what} ${message}`));
  return null;
}

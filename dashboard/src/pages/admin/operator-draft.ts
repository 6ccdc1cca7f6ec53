import { statusText } from '../../format/statuses';
import { ROLES, type Role } from '../../generated/contract-lists';
import type { OperatorRoleAtInput } from '../../generated/graphql';
import type { Person } from './person';

/** What is typed for a person, apart from the email address. */
export interface OperatorDraft {
  readonly name: string;
  readonly by: 'email' | 'subject';
  readonly subject: string;
  readonly issuer: string;
  readonly reach: 'all' | 'some';
  readonly role: Role;
  /** By lender; a lender that is left out has no access. */
  readonly roles: Readonly<Record<string, Role>>;
}

export const ROLE_CHOICES = ROLES.map((id) => ({ id, text: statusText(id) }));
export const NO_ACCESS = 'none';
export const ACCESS_CHOICES = [{ id: NO_ACCESS, text: 'No access' }, ...ROLE_CHOICES];
export const REACH_CHOICES = [
  { id: 'all', text: 'All lenders' },
  { id: 'some', text: 'Some lenders' },
];
export const BY_CHOICES = [
  { id: 'email', text: 'Email address' },
  { id: 'subject', text: 'Subject' },
];

export function roleOf(id: string): Role {
  return ROLES.find((role) => role === id) ?? 'viewer';
}

export function draftOf(person: Person | undefined, issuer: string | null): OperatorDraft {
  const { name = '', role = 'viewer', roles = [], email, subject } = person ?? {};
  return {
    name,
    by: person !== undefined && email === null ? 'subject' : 'email',
    subject: subject ?? '',
    issuer: person?.issuer ?? issuer ?? '',
    reach: role === null ? 'some' : 'all',
    role: role ?? 'viewer',
    roles: Object.fromEntries(roles.map((each) => [each.organizationId, each.role])),
  };
}

/** The rights to send: one role for all lenders, or one for each. */
export function rightsOf({ reach, role, roles }: OperatorDraft): {
  readonly role?: Role;
  readonly roles?: OperatorRoleAtInput[];
} {
  if (reach === 'all') return { role };
  return { roles: Object.entries(roles).map(([organizationId, there]) => ({ organizationId, role: there })) };
}

/** What is missing, in words; undefined: nothing. */
export function missingIn({ name, reach, roles, by, subject, issuer }: OperatorDraft, email: string | undefined) {
  return {
    name: name.trim() === '' ? 'Please enter the name.' : undefined,
    email:
      email !== undefined && by === 'email' && !/^\S+@\S+$/.test(email.trim())
        ? 'Please enter an email address.'
        : undefined,
    subject: by === 'subject' && subject.trim() === '' ? 'Please enter the subject.' : undefined,
    issuer: by === 'subject' && issuer.trim() === '' ? 'Please enter the identity provider.' : undefined,
    roles:
      reach === 'some' && Object.keys(roles).length === 0 ? 'Please choose a role at one lender at least.' : undefined,
  };
}

/**
 * SQL condition: an admin admitted people with this subject, and none of them works at the organization any more: they
 * are disabled, only read, or were given other organizations. False for a subject that no record has.
 */
export function hasLeft(subject: string, organizationId: string): string {
  return `(select bool_or(person.disabled_at is null
        and (cardinality(person.organization_ids) = 0 or ${organizationId} = any(person.organization_ids))
        and coalesce(person.organization_roles[array_position(person.organization_ids, ${organizationId})], person.role) <> 'viewer')
      from operator person where person.subject = ${subject}) is false`;
}

import type { AuditQuery } from '../../generated/graphql';

export type AuditEntry = AuditQuery['auditLog']['items'][number];

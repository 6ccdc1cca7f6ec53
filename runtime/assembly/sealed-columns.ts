import { type SealedColumn, sealedColumn } from '../../core/sealed-columns/sealed-column.js';

/** Every column in which secrets rest sealed: what is not named here keeps its key when keys are rotated. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  sealedColumn('WebhookEndpoint', 'secret', ['id']),
  sealedColumn('WebhookEndpoint', 'earlierSecret', ['id']),
  sealedColumn('WebhookAddress', 'sealedSecret', ['organizationId', 'id']),
  sealedColumn('Erasure', 'sealedTerms', ['organizationId', 'id']),
  sealedColumn('ErasureKey', 'sealedKey', ['id']),
];

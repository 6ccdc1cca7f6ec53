import { type SealedColumn, sealedColumn } from '../../core/sealed-columns/sealed-column.js';

/** Every column with encrypted secrets. A column missing here would keep its old key when keys are rotated. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  sealedColumn('WebhookEndpoint', 'secret', ['id']),
  sealedColumn('WebhookEndpoint', 'earlierSecret', ['id']),
  sealedColumn('WebhookAddress', 'sealedSecret', ['organizationId', 'id']),
  sealedColumn('Erasure', 'sealedTerms', ['organizationId', 'id']),
  sealedColumn('ErasureKey', 'sealedKey', ['id']),
];

import type { SealedColumn } from '../../core/secrets/sealed-column.js';

/** Every column in which secrets rest sealed: what is not named here keeps its key when keys are rotated. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [];

import { z } from 'zod';
import { plainName } from './stored-text.js';

export const INSTRUMENT_TYPES = ['card', 'bank_account', 'wallet'] as const;

/** Lengths in code points. */
const NICKNAME_LENGTH = 100;
const HOLDER_NAME_LENGTH = 100;

/** Body of update-payment-method: display fields may change, instrument data never. */
export const updatePaymentMethodBody = z.strictObject({
  nickname: plainName({ maximum: NICKNAME_LENGTH })
    .nullable()
    .optional()
    .describe('The owner’s name for it; null removes it.'),
  holder_name: plainName({ minimum: 1, maximum: HOLDER_NAME_LENGTH })
    .refine((name) => name.trim() !== '', 'holder_name must not be blank')
    .optional()
    .describe('The name on the instrument; not blank.'),
});

export type UpdatePaymentMethodBody = z.output<typeof updatePaymentMethodBody>;

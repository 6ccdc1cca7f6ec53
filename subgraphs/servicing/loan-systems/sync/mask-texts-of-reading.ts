import {
  type AccountIdentifier,
  maskedLine,
  maskedText,
  type PlainText,
  readableIdentifier,
} from '../../../../core/contract/stored-text.js';
import type { SourceAddress, SourceTransaction } from '../../../../loan-model/loan-source-types.js';

/* A loan system's answer in storable form. Account numbers are never masked, because users search for loans by them. */

export function line(text: string | null): PlainText | null {
  return text === null ? null : maskedLine(text);
}

export function number(text: string | null): AccountIdentifier | null {
  return text === null ? null : readableIdentifier(text);
}

export function plainAddress(address: SourceAddress) {
  const { line1, line2, city, state, postalCode } = address;
  return {
    ...address,
    line1: maskedLine(line1),
    line2: line(line2),
    city: maskedLine(city),
    state: line(state),
    postalCode: line(postalCode),
  };
}

export function plainTransaction<T extends SourceTransaction>(transaction: T) {
  const { reason, paymentMethod } = transaction;
  return { ...transaction, reason: reason === null ? null : maskedText(reason), paymentMethod: line(paymentMethod) };
}

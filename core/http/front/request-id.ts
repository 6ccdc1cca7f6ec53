import { mayHoldCardNumber } from '../../cards/card-numbers-in-text.js';
import { newId } from '../../ids/ids.js';

/** Short and plain enough for logs and for headers of downstream systems. */
const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's request id if it has this form, so that both sides' logs can be correlated; otherwise a new one. */
export function requestIdOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && SANE.test(header) && !mayHoldCardNumber(header) ? header : newId();
}

import { mayHoldCardNumber } from '../../cards/card-text.js';
import { newId } from '../../ids/ids.js';

/** Short and plain enough for logs and headers of whatever stands behind. */
const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's own request id where it is sane, so that both sides' logs meet; otherwise a new one. */
export function requestIdOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && SANE.test(header) && !mayHoldCardNumber(header) ? header : newId();
}

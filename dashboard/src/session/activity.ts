import { csrfToken } from './session';

/** An act is reported at most this often: the server counts minutes. */
const EVERY_MS = 30_000;
/** After a report that did not succeed: otherwise each key would send one while the server refuses them. */
const AFTER_FAILURE_MS = 5_000;

let nextAt = Number.NEGATIVE_INFINITY;

/** Reports to the server that the person did something. A report that is lost or refused is repeated with a later act. */
export function reportActivity(): void {
  const now = performance.now();
  if (now < nextAt) return;
  nextAt = now + EVERY_MS;
  const fail = () => {
    nextAt = performance.now() + AFTER_FAILURE_MS;
  };
  fetch('/session/activity', { method: 'POST', headers: { 'X-CSRF-Token': csrfToken() } }).then((response) => {
    if (!response.ok) fail();
  }, fail);
}

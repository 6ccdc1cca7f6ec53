import { csrfToken } from './session';

/** An act is reported at most this often: the server counts minutes. */
const EVERY_MS = 30_000;

let reportedAt = Number.NEGATIVE_INFINITY;

/** Reports to the server that the person did something. A lost report is repeated with a later act. */
export function reportActivity(): void {
  const now = performance.now();
  if (now - reportedAt < EVERY_MS) return;
  reportedAt = now;
  fetch('/session/activity', { method: 'POST', headers: { 'X-CSRF-Token': csrfToken() } }).catch(() => {
    reportedAt = Number.NEGATIVE_INFINITY;
  });
}

import { CATALOGUE, type ErrorCode, isErrorCode } from '../../../core/errors/catalogue.js';
import { type Asset, assetOf } from '../../answer/asset.js';
import { errorExample } from '../../openapi/error-schemas.js';

/** Nothing but its style. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What somebody does who meets an error, where its meaning alone does not say it. */
const ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = {
  account_not_payable: 'Read the account: its status says why. Send nothing again until it changes.',
  amount_exceeds_payoff:
    'Read the account’s payoff, take off what is still pending on it, and send a smaller amount with a new key.',
  idempotency_conflict:
    'A key stands for one request for 30 days. Use a new key for a new payment; send the first body again to repeat the first.',
  idempotency_in_progress:
    'Poll the payment that the answer names, or send the same again later with the same key. Never use a new key: that could post twice.',
  insufficient_scope: 'Scopes are fixed when a key is made. Ask for a key that has the scope.',
  invalid_client: 'Check the prefix and the secret. A revoked or expired key is answered the same as an unknown one.',
  invalid_token: 'Access tokens live for an hour: get a new one. A revoked key’s tokens end with it.',
  outcome_unknown:
    'Send the same request again with the same key: it tells what became of the first, and does nothing twice.',
  payment_not_reversible: 'Only a posted payment can be reversed; the answer’s status says where it stands.',
  posting_unavailable:
    'Nothing was posted. Wait as long as Retry-After says and send the same again with the same key.',
  rate_limited: 'Wait as long as Retry-After says. RateLimit-Remaining tells beforehand how much room is left.',
  servicing_rejected: 'Read the reason, correct the request, and send it with a new key.',
  service_unavailable: 'Wait as long as Retry-After says, and send the same again; a write with the same key.',
  validation_failed:
    'Every problem is listed, each with the place where it is. Mend them all and send it again with the same key.',
};

/** A page for each error, for people: what it means, what to do, how it looks. It loads nothing. */
export function errorPage(code: string): Asset | undefined {
  if (!isErrorCode(code)) return undefined;
  const known = pages.get(code);
  if (known !== undefined) return known;
  const made = page(code, contentOf(code));
  pages.set(code, made);
  return made;
}

const pages = new Map<ErrorCode, Asset>();

/** All of them, by status. */
export const ERROR_INDEX: Asset = page('Errors', index());

function contentOf(code: ErrorCode): string {
  const { status, meaning } = CATALOGUE[code];
  const advice = ADVICE[code];
  return [
    `<h1><code>${code}</code></h1>`,
    `<p>HTTP status ${status}. ${inWords(meaning)}</p>`,
    ...(advice === undefined ? [] : [`<h2>What to do</h2><p>${inWords(advice)}</p>`]),
    `<h2>How it looks</h2><pre>${escaped(JSON.stringify(errorExample(code), null, 2))}</pre>`,
    '<p><a href="/docs/errors">All errors</a> · <a href="/docs">The contract</a></p>',
  ].join('\n');
}

function index(): string {
  const rows = Object.entries(CATALOGUE).map(
    ([code, { status, meaning }]) =>
      `<tr><td>${status}</td><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${inWords(meaning)}</td></tr>`,
  );
  return `<h1>Errors</h1>\n<table>\n<tr><th>Status</th><th>Code</th><th>Meaning</th></tr>\n${rows.join('\n')}\n</table>\n<p><a href="/docs">The contract</a></p>`;
}

function page(title: string, content: string): Asset {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Tributary</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/errors.css">
</head>
<body>
${content}
</body>
</html>
`;
  return assetOf(html, 'text/html; charset=utf-8', POLICY);
}

export const ERROR_STYLE: Asset = assetOf(
  `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font-family: ui-monospace, monospace; }
pre { padding: 1rem; overflow-x: auto; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
`,
  'text/css; charset=utf-8',
);

/** Text of ours, in which backticks mark code. */
function inWords(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

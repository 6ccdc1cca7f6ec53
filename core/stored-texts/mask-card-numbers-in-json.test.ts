import { expect, it } from 'vitest';
import { maskedBody, maskedJson } from './mask-card-numbers-in-json.js';

const MASK = '"[card number]"';

it.each([
  ['a text under a name of card numbers', '{"card_number": "4242424242424242"}', `{"card_number": ${MASK}}`],
  ['a number under a name of card numbers', '{"card": 4242424242424242}', `{"card": ${MASK}}`],
  [
    'a text under primary_account_number',
    '{"primary_account_number": "4242424242424242"}',
    `{"primary_account_number": ${MASK}}`,
  ],
  ['blanks that JSON escapes', '{"note": "card 4242\\t4242\\t4242\\t4242"}', '{"note": "card [card number]"}'],
  ['a name with digits alone', '{"display_name": "4242424242424242"}', `{"display_name": ${MASK}}`],
  [
    'within lists',
    '{"a": [{"name": ["4242424242424242"]}, "card 4242424242424242"]}',
    `{"a": [{"name": [${MASK}]}, "card [card number]"]}`,
  ],
  [
    'member names',
    '{"card 4242424242424242": 1, "card 4000056655665556": 2}',
    '{"card [card number]": 1, "card [card number] 2": 2}',
  ],
])('is masked: %s', (_, json, masked) => {
  expect(maskedJson(json)).toBe(masked);
  expect(maskedJson(masked)).toBe(masked);
});

it.each([
  '{"loan_number": "4242 4242 4242 4242", "externalContractNumber": "4242424242424242"}',
  '{"amount_cents": 4242424242424242, "big": 42424242424242424242, "rate": 4242424242424.5}',
  '{"reference": "4242424242424242"}',
  '{"id": "01J8002AX17A9J4TYNYJWVCAWJ", "text": "\\u00bd \\"paid\\" \\\\ 1"}',
])('stays unchanged: %s', (json) => {
  expect(maskedJson(json)).toBe(json);
});

it('a body that is not JSON is masked as text', () => {
  expect(maskedBody('note=card 4242424242424242&x=1')).toBe('note=card [card number]&x=1');
});

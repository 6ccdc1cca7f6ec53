import { expect, it } from 'vitest';
import { WebhookRequest } from './webhook-request.js';

it('returns a header that is present once and not empty', () => {
  const headers = { once: 'value', empty: '', repeated: ['value', 'value'] };
  const request = new WebhookRequest(headers, Buffer.from(''));
  expect(request.header('once')).toBe('value');
  for (const name of ['empty', 'repeated', 'absent', 'constructor', '__proto__']) {
    expect(request.header(name), name).toBeUndefined();
  }
});

it('returns a JSON body, the same object each time', () => {
  const request = new WebhookRequest({}, Buffer.from('{"a":1}'));
  expect(request.body).toEqual({ a: 1 });
  expect(request.body).toBe(request.body);
  expect(new WebhookRequest({}, Buffer.from('null')).body).toBeNull();
  expect(new WebhookRequest({}, Buffer.from('a=1')).body).toBeUndefined();
});

import { expect, it } from 'vitest';
import { WebhookRequest } from './webhook-request.js';

it('has a header that is there once and not empty', () => {
  const headers = { once: 'value', empty: '', repeated: ['value', 'value'] };
  const request = new WebhookRequest(headers, Buffer.from(''));
  expect(request.header('once')).toBe('value');
  for (const name of ['empty', 'repeated', 'absent', 'constructor', '__proto__']) {
    expect(request.header(name), name).toBeUndefined();
  }
});

it('has a body when it is JSON, the same each time', () => {
  const request = new WebhookRequest({}, Buffer.from('{"a":1}'));
  expect(request.body).toEqual({ a: 1 });
  expect(request.body).toBe(request.body);
  expect(new WebhookRequest({}, Buffer.from('null')).body).toBeNull();
  expect(new WebhookRequest({}, Buffer.from('a=1')).body).toBeUndefined();
});

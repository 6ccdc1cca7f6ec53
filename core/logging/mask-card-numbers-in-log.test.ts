import { expect, it } from 'vitest';
import { maskedLine } from './mask-card-numbers-in-log.js';

const PAN = '4242424242424242';

it('a log line shows no possible card number anywhere', () => {
  const line = {
    level: 50,
    msg: `duplicate key (${PAN})`,
    err: { message: `the reference ${PAN}`, stack: [`at 4242 4242 4242 4242`] },
    check_number: Number(PAN),
    [PAN]: 'a name',
  };
  const shown = maskedLine(`${JSON.stringify(line)}\n`);
  expect(shown).not.toContain('4242');
  expect(JSON.parse(shown)).toMatchObject({
    level: 50,
    check_number: '[card number]',
    msg: 'duplicate key ([card number])',
  });
});

it('other lines are written unchanged', () => {
  const line = `{"time":"2026-11-21T15:14:46.123Z","ms":12.34,"id":"01KAJ0000000000000000RGA01","n":1763737200123456,"o":[1,2,3]}\n`;
  expect(maskedLine(line)).toBe(line);
});

it('text that is not JSON is masked too', () => {
  expect(maskedLine(`{"half ${PAN}`)).toBe('{"half [card number]');
});

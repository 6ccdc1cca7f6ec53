import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../test/support/database.js';
import { containsFolded } from './folded-text-sql.js';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await emptyDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function contains(text: string | null, part: string | null, collation = 'default'): Promise<boolean | null> {
  const sql = `select ${containsFolded('t.name', '$2')} as found from (select $1::text collate "${collation}" as name) t`;
  const { rows } = await client.query<{ found: boolean | null }>(sql, [text, part]);
  return rows[0]?.found ?? null;
}

const SAME: readonly (readonly [what: string, text: string, part: string])[] = [
  ['case', 'Ada Lovelace', 'LOVE'],
  ['diacritics', 'José Martínez', 'jose martinez'],
  ['diacritics in the search term', 'Jose Martinez', 'JOSÉ MARTÍNEZ'],
  ['composed and decomposed', 'José', 'Jose\u0301'],
  ['several marks on one letter', 'Nguyễn', 'nguyen'],
  ['a typographic apostrophe', 'O’Brien', "o'brien"],
  ['an apostrophe that is a letter', 'OʼBrien', 'O’BRIEN'],
  ['an okina, and a plain one', 'Kaʻena', "ka'ena"],
  ['an accent used as an apostrophe', 'O´Brien', "O'Brien"],
  ['an opening quote', 'd‘Arcy', 'd’arcy'],
  ['no apostrophe', 'O’Brien', 'obrien'],
  ['an apostrophe that is not there', 'OBrien', "o'brien"],
  ['a non-breaking hyphen', 'Anne‑Marie', 'anne-marie'],
  ['a sharp s', 'Straße', 'STRASSE'],
  ['a capital sharp s', 'STRAẞE', 'straße'],
  ['a stroke', 'Søren Łukasz Đorđević', 'soren lukasz dordevic'],
  ['Icelandic letters', 'Þórður Æsir', 'thordur aesir'],
  ['a Turkish dotted I', 'İzmir', 'izmir'],
  ['a Turkish dotless i', 'Işık', 'isik'],
  ['full width', 'Ｔｏｍ Ｓａｗｙｅｒ', 'tom sawyer'],
  ['full width in the search term', 'LN-42', 'ＬＮ－４２'],
  ['a ligature', 'Griﬃn', 'griffin'],
  ['a non-breaking space', 'Ada\u00a0Lovelace', 'ada lovelace'],
  ['Greek, with a final sigma', 'Γιώργος', 'ΓΙΩΡΓΟΣ'],
  ['Cyrillic', 'Фёдор', 'федор'],
  ['Hangul in jamo', '김민수', '김민수'.normalize('NFD')],
];

describe('containsFolded', () => {
  it.each(SAME)('%s: %j contains %j', async (_, text, part) => {
    expect(await contains(text, part)).toBe(true);
    expect(await contains(`x ${text} y`, part.normalize('NFD'))).toBe(true);
    expect(await contains(text.normalize('NFD'), part)).toBe(true);
  });

  it('Latin letters do not depend on the locale', async () => {
    for (const [text, part] of SAME.filter(([, each]) => !/[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(each)).map(
      ([, ...pair]) => pair,
    ))
      expect([text, await contains(text, part, 'C')]).toEqual([text, true]);
  });

  it.each([
    ['José', 'josef'],
    ['Müller', 'mueller'],
    ['LN-50%-3', '5_%'],
    ['LN-503', '％'],
    ['a\\b', '\\\\'],
  ])('%j does not contain %j', async (text, part) => {
    expect(await contains(text, part)).toBe(false);
  });

  it('marks without a letter match nothing', async () => {
    expect(await contains('O’Brien', "' ’")).toBe(null);
    expect(await contains('José', '\u0301')).toBe(null);
  });

  it('wildcards of LIKE match only themselves', async () => {
    expect(await contains('LN-50%-3_\\', '0%-3_\\')).toBe(true);
    expect(await contains('100％', '0%')).toBe(true);
  });

  it('words in any order, each of them', async () => {
    expect(await contains('Ada King Lovelace', 'love ada')).toBe(true);
    expect(await contains('Ada King Lovelace', '  king   LOVE\tada ')).toBe(true);
    expect(await contains('Ada King Lovelace', 'ada byron')).toBe(false);
    expect(await contains('50% of LN_7', '_7 0%')).toBe(true);
    expect(await contains('50% of LN-7', '_7 0%')).toBe(false);
  });

  it('is null where either is', async () => {
    expect(await contains(null, 'a')).toBe(null);
    expect(await contains('a', null)).toBe(null);
  });
});

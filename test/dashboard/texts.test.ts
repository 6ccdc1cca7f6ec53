import { expect, it } from 'vitest';
import { dashboardTexts, textsIn } from '../support/dashboard-texts/texts.js';

const texts = dashboardTexts(new URL('../../dashboard/src/', import.meta.url));

/** Labels that had several words, or a word that the field does not use, and what each page says now. */
const REPLACED: readonly (readonly [old: RegExp, text: string])[] = [
  [/\btaken back\b/i, 'Reversed'],
  [/^Gone$/, 'Cleared'],
  [/^(?:Waiting|Waits until|Waited until)$/, 'Snoozed, Snoozed until'],
  [/\banswer due\b|^Needs an answer$/i, 'Response needed'],
  [/^(?:Sides?|Other side|Here)$/, 'Sources, Tributary, Other'],
  [/^Equal\b/, 'Matched'],
  [/^(?:Made|Made by|Written)$/, 'Created, Created by'],
  [/^(?:Try|Tries|Next try)$/, 'Attempt, Attempts, Next attempt'],
  [/^Began$/, 'Started'],
  [/^(?:Applied|Applied on|Effective|Counts on)$/, 'Effective date'],
  [/^(?:Applied|Came in) today$/, 'Posted today, Received today'],
  [/\bnot applied yet\b|\bbeing applied\b/i, 'not posted yet, being posted'],
  [/^Went wrong$/, 'Needs attention'],
  [/^Acts?$|\bper act\b/, 'Action'],
  [/^Add an endpoint$/, 'Add endpoint'],
  [/\bid$/, 'ID'],
  [/^By machines$/, 'Automated'],
  [/\bget no more email\b/, 'Contacts we no longer email'],
  [/^Resting$|\buntil it rests\b/i, 'Idle'],
  [/\bdays late\b/i, 'Days past due'],
  [/^Forget\b/, 'Delete'],
  [/^Telephone/, 'Phone'],
  [/^Not known$/, 'Unknown'],
  [/\bask again\b|\basked for\b/i, 'Check again'],
  [/\btried again\b|\btries again\b/i, 'retried'],
  [/\bstanding reports\b/, 'standard reports'],
  [/\bwhat each went to\b/i, 'allocation'],
];

/** Words that are not plain English, or not the field's. */
const WORDS =
  /\b(?:told|tells|nobody|whoever|somebody|anybody|everybody|anew|afresh|likewise|meanwhile|lived through|took back|went back|stands there)\b/i;

/** Names of the API's fields and states, which an operator need not know. */
const API_NAME = /\b[a-z]+(?:_[a-z]+)+\b/;
/** Where such a name is what is meant: a placeholder of an email, a state of a loan system. */
const MEANT = /\{\{ first_name \}\}|\(no_longer_seen\)|^READ_AUDIT$/;

it('finds the texts of a component and leaves out its code', () => {
  const code = `
    import { x } from 'some module';
    const NAMES: Record<'not this', string> = { a: 'Due on', b: 'code' };
    export const Part = ({ day }) => <p className="no text here" title={\`Due \${day} at noon\`}>Paid <b>in
      full</b></p>;`;
  expect(textsIn('part.tsx', code).map(({ text }) => text)).toEqual(['Due on', 'Due {…} at noon', 'Paid', 'in full']);
});

it('finds the texts of the whole dashboard', () => {
  expect(texts.length).toBeGreaterThan(1_000);
  expect(new Set(texts.map(({ file }) => file.split('/')[0])).size).toBeGreaterThan(8);
});

it('each label has the field’s word, the same everywhere', () => {
  const old = texts.flatMap(({ file, text }) =>
    REPLACED.filter(([pattern]) => pattern.test(text)).map(([, now]) => `${file}: “${text}”: write ${now}`),
  );
  expect(old).toEqual([]);
});

it('every text is plain English without names of the API', () => {
  const wrong = texts.filter(({ text }) => WORDS.test(text) || (API_NAME.test(text) && !MEANT.test(text)));
  expect(wrong).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { liquidFault } from './liquid-engines-and-template-faults.js';
import { MOST_SHOWN, type PreviewSource, renderPreview } from './render-preview.js';
import { OUT_OF_BOUNDS } from './template-fields-and-fault-types.js';

const preview = (source: Partial<PreviewSource>) =>
  renderPreview({ subject: 's', html: null, text: null, fillings: [], sampleJson: '{}', ...source });

function rendered(source: Partial<PreviewSource>) {
  const outcome = preview(source);
  if (outcome.kind !== 'rendered') throw new Error(JSON.stringify(outcome));
  return outcome.preview;
}

const html = (template: string, value = '<b>&') => rendered({ html: template, fillings: [['a', value]] }).html;

describe('values in the html part', () => {
  it.each([
    ['{{ a }}', '&lt;b&gt;&amp;'],
    ['{{ a | escape }}', '&lt;b&gt;&amp;'],
    ['{{ a | escape_once }}', '&lt;b&gt;&amp;'],
    ['{{ a | upcase }}', '&lt;B&gt;&amp;'],
    ['{% echo a %}', '&lt;b&gt;&amp;'],
    ['{% assign x = a | append: "\'" %}{{ x }}', '&lt;b&gt;&amp;&#39;'],
    ['{% capture x %}{{ a }}{% endcapture %}{{ x | raw }}', '&lt;b&gt;&amp;'],
    ['{{ a | raw }}', '<b>&'],
  ])('%s shows %s', (template, shown) => expect(html(template)).toBe(shown));

  it('line breaks may become <br />; other values do not become markup', () => {
    expect(html('{{ a | newline_to_br }}', '<i>\nx')).toBe('&lt;i&gt;<br />\nx');
    expect(html('{{ a | escape | newline_to_br }}', '<i>\nx')).toBe('&lt;i&gt;<br />\nx');
  });

  it('are not escaped in the other parts', () => {
    const shown = rendered({ subject: '{{ a }}', text: '{{ a }}', fillings: [['a', '<b>&']] });
    expect([shown.subject, shown.text]).toEqual(['<b>&', '<b>&']);
  });
});

it('a subject is one line, even with line breaks in its values', () => {
  expect(rendered({ subject: '{{ a }}', fillings: [['a', 'Hi\r\nBcc: all@example.com\n']] }).subject).toBe(
    'Hi Bcc: all@example.com',
  );
});

describe('unfilled', () => {
  const unfilled = (template: string, sample: object = {}) =>
    rendered({ text: template, fillings: [['known', 'x']], sampleJson: JSON.stringify(sample) }).unfilled;

  it.each<[template: string, sample: object, names: readonly string[]]>([
    ['{{ known }} {{ missing }} {{ missing }} {{ other }}', {}, ['missing', 'other']],
    ['{% if missing %}{{ deep }}{% endif %}', {}, ['missing', 'deep']],
    ['{% assign own = known %}{{ own }}', {}, []],
    ['{% for item in items %}{{ item.name }}{% endfor %}', { items: [] }, []],
    ['{% for item in items %}{{ item }}{% endfor %}', {}, ['items']],
    ['{{ borrower.name }} {{ borrower.city }}', { borrower: { name: 'Ada' } }, ['borrower.city']],
    ['{{ known.size }} {{ items.first }} {{ none }}', { items: [1], none: null }, []],
    ['{{ constructor }} {{ toString }} {{ a.__proto__ }}', { a: {} }, ['constructor', 'toString', 'a.__proto__']],
    ['{{ known | append: suffix }}', {}, ['suffix']],
  ])('%s with %j: %j', (template, sample, names) => expect(unfilled(template, sample)).toEqual(names));

  it('are found quickly among thousands of names', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
    expect(unfilled(names.map((name) => `{{ ${name} }}`).join(' '))).toEqual(names);
  });
});

it('sample data overrides the workspace’s values; `__proto__` in it is an ordinary name', () => {
  const sampleJson = '{"a":"sample","__proto__":{"polluted":"yes"}}';
  const { text } = rendered({ text: '{{ a }}{{ polluted }}', fillings: [['a', 'field']], sampleJson });
  expect(text).toBe('sample');
});

it('one part’s assignments and counters do not reach the next', () => {
  const { html: first, text } = rendered({
    html: '{% increment n %}{% assign x = 1 %}',
    text: '{% increment n %}{{ x }}',
  });
  expect([first, text]).toEqual(['0', '0']);
});

describe('bounds', () => {
  it.each([
    ['a huge range', '{% for i in (1..100000000) %}{% endfor %}'],
    ['loops in loops', `${'{% for i in (1..2000) %}'.repeat(4)}${'{% endfor %}'.repeat(4)}`],
    ['text that doubles', `{% assign x = "xx" %}${'{% assign x = x | append: x %}'.repeat(60)}{{ x }}`],
    [
      'replacing each letter by everything',
      `{% assign x = "aaaaaaaaaaaaaaaa" %}${'{% assign x = x | replace: "a", x %}'.repeat(9)}{{ x }}`,
    ],
  ])('%s is stopped: the template is faulty', (_, text) => {
    const outcome = preview({ text });
    expect(outcome).toMatchObject({ kind: 'faulty', field: 'text_template', fault: { error: OUT_OF_BOUNDS } });
  });

  it('cuts a text longer than the preview’s limit, but not within a character', () => {
    const shown = rendered({ html: `x{% for i in (1..3000) %}${'😀'.repeat(100)}{% endfor %}` });
    expect(shown.truncated).toBe(true);
    expect(shown.html).toHaveLength(MOST_SHOWN - 1);
    expect(shown.html).not.toMatch(/\p{Surrogate}/u);
  });
});

describe('faults of a template', () => {
  it.each([
    ['{{ a | nope }}', 'undefined filter: nope', 1, 1],
    ['one\n  {% if a %}', 'tag {% if a %} not closed', 2, 3],
    ['{% include "x" %}', 'tag "include" not found', 1, 1],
    ['{% render "x" %}', 'tag "render" not found', 1, 1],
    ['{% layout "x" %}', 'tag "layout" not found', 1, 1],
    ['\n\n{{ a', 'output "{{ a" not closed', 3, 1],
    ['{% unknown %}', 'tag "unknown" not found', 1, 1],
  ])('%j: %s, with its line', (template, error, line, column) => {
    expect(liquidFault(template)).toEqual({ error, at: { line, column } });
  });

  it('endless nesting', () => {
    expect(liquidFault('{% if a %}'.repeat(19_000))?.error).toBe('the template nests too deeply');
    expect(liquidFault(`{{ a${'[a'.repeat(90_000)} }}`)?.error).toBe('the template nests too deeply');
  });
});

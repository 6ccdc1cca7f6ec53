import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { MOST_OF_ONE } from './fair-queue.js';
import { LiquidProcess, spawnLiquidProcess } from './liquid-child-process.js';
import type { PreviewSource } from './render-preview.js';

/* The process runs the compiled program, which `node tools/prepare.mjs` builds. */

const liquid = new LiquidProcess();
let organizations = 0;
const render = (text: string, more: Partial<PreviewSource> = {}) =>
  liquid.render(`o${organizations++}`, { subject: 's', html: null, text, fillings: [], sampleJson: '{}', ...more });

describe('beyond Liquid’s own limits', () => {
  it.each([
    [
      'text that doubles by capture',
      `{% assign x = "${'x'.repeat(32)}" %}`,
      '{% capture x %}{{ x }}{{ x }}{% endcapture %}',
      23,
      '{{ x }}',
    ],
    [
      'text that doubles beyond every string',
      `{% assign x = "x" %}`,
      '{% capture x %}{{ x }}{{ x }}{% endcapture %}',
      40,
      '',
    ],
    [
      'one condition that searches a long text a thousand times',
      `{% assign x = "${'x'.repeat(32)}" %}${'{% capture x %}{{ x }}{{ x }}{% endcapture %}'.repeat(20)}{% if `,
      'x contains "xy" or ',
      1_000,
      'x == 1 %}{% endif %}',
    ],
  ])('%s ends the preview, not this process; the next preview is rendered', async (...row) => {
    const [, begin, middle, times, end] = row;
    const [hostile, harmless] = await Promise.all([render(`${begin}${middle.repeat(times)}${end}`), render('fine')]);
    const shown = hostile.kind === 'rendered' ? hostile.preview.truncated : hostile.kind;
    expect(['out_of_bounds', 'faulty', true]).toContain(shown);
    expect(harmless).toMatchObject({ kind: 'rendered', preview: { text: 'fine' } });
  });
});

it('previews are returned in order', async () => {
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => render(`n${index}`)));
  expect(outcomes.map((outcome) => outcome.kind === 'rendered' && outcome.preview.text)).toEqual(
    Array.from({ length: 40 }, (_, index) => `n${index}`),
  );
});

it('service_unavailable when too many saves and previews of one organization wait; another organization is served', async () => {
  const crowd = Array.from({ length: MOST_OF_ONE }, () => liquid.parse('flood', { html_template: '{{ a }}' }));
  const preview = { subject: 's', html: null, text: null, fillings: [], sampleJson: '{}' };
  const last = liquid.render('flood', preview); // one task is running and does not count
  await expect(liquid.parse('flood', { html_template: 'x' })).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await liquid.render('bystander', preview)).toMatchObject({ kind: 'rendered' });
  expect(await Promise.all(crowd)).toEqual(Array(MOST_OF_ONE).fill([]));
  expect(await last).toMatchObject({ kind: 'rendered' });
});

it('a template is parsed part by part, with each fault reported for its field', async () => {
  const faults = await liquid.parse('o', {
    subject_template: '{{ a | nope }}',
    text_template: 'fine',
    html_template: '{{ a',
  });
  expect(faults).toMatchObject([
    { field: 'subject_template', fault: { error: 'undefined filter: nope' } },
    { field: 'html_template', fault: { error: 'output "{{ a" not closed' } },
  ]);
});

it.each<[what: string, end: (child: ChildProcess) => void]>([
  ['was killed', (child) => child.kill('SIGKILL')],
  ['has lost its channel', (child) => child.disconnect()],
])('a process that %s while idle loses no preview: a new process renders it', async (_, end) => {
  const spawned: ChildProcess[] = [];
  const watched = new LiquidProcess(() => {
    const child = spawnLiquidProcess();
    spawned.push(child);
    return child;
  });
  const show = (text: string) =>
    watched.render('o', { subject: 's', html: null, text, fillings: [], sampleJson: '{}' });
  await show('first');
  for (const child of spawned) end(child); // before the next preview notices
  const outcomes = [await show('second'), await show('third')];
  expect(outcomes).toMatchObject(['second', 'third'].map((text) => ({ kind: 'rendered', preview: { text } })));
  expect(spawned).toHaveLength(2);
});

import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { PreviewRenderer, spawnRenderProcess } from './preview-renderer.js';
import type { PreviewSource } from './render-preview.js';

/* The process is the compiled one: `node cli/prepare.mjs` makes it. */

const renderer = new PreviewRenderer();
const render = (text: string, more: Partial<PreviewSource> = {}) =>
  renderer.render({ subject: 's', html: null, text, fillings: [], sampleJson: '{}', ...more });

describe('what Liquid’s own limits do not see', () => {
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
      'one condition that looks through a long text a thousand times',
      `{% assign x = "${'x'.repeat(32)}" %}${'{% capture x %}{{ x }}{{ x }}{% endcapture %}'.repeat(20)}{% if `,
      'x contains "xy" or ',
      1_000,
      'x == 1 %}{% endif %}',
    ],
  ])('%s ends with the preview, not with the process; the next one is rendered', async (...row) => {
    const [, begin, middle, times, end] = row;
    const [hostile, harmless] = await Promise.all([render(`${begin}${middle.repeat(times)}${end}`), render('fine')]);
    const shown = hostile.kind === 'rendered' ? hostile.preview.truncated : hostile.kind;
    expect(['out_of_bounds', 'faulty', true]).toContain(shown);
    expect(harmless).toMatchObject({ kind: 'rendered', preview: { text: 'fine' } });
  });
});

it('previews are answered in order, each with its own', async () => {
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => render(`n${index}`)));
  expect(outcomes.map((outcome) => outcome.kind === 'rendered' && outcome.preview.text)).toEqual(
    Array.from({ length: 40 }, (_, index) => `n${index}`),
  );
});

it('service_unavailable when too many wait', async () => {
  const crowd = Array.from({ length: 60 }, async () => render('x').catch((error: unknown) => error));
  const answers = await Promise.all(crowd);
  expect(answers.filter((answer) => answer instanceof Error && 'code' in answer)).toHaveLength(10);
});

it.each<[what: string, end: (child: ChildProcess) => void]>([
  ['was killed', (child) => child.kill('SIGKILL')],
  ['has lost its channel', (child) => child.disconnect()],
])('a process that %s while it lay idle costs nobody a preview: another one renders it', async (_, end) => {
  const spawned: ChildProcess[] = [];
  const watched = new PreviewRenderer(() => {
    const child = spawnRenderProcess();
    spawned.push(child);
    return child;
  });
  const show = (text: string) => watched.render({ subject: 's', html: null, text, fillings: [], sampleJson: '{}' });
  await show('first');
  for (const child of spawned) end(child); // and nobody has noticed yet
  const outcomes = [await show('second'), await show('third')];
  expect(outcomes).toMatchObject(['second', 'third'].map((text) => ({ kind: 'rendered', preview: { text } })));
  expect(spawned).toHaveLength(2);
});

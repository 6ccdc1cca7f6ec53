import { readFileSync } from 'node:fs';
import { Argument, Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../cli/program.js';
import { everyCommand } from '../test/support/command-tree.js';
import { cliPage } from './cli-page.js';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('docs/cli.md', () => {
  const page = read('../docs/cli.md');

  it('is what the program and the introduction say (npm run generate)', async () => {
    expect(page).toBe(cliPage(await createProgram(), read('./cli-page/introduction.md')));
  });

  it('has a section for every command', async () => {
    const sections = new Set([...page.matchAll(/^#{2,4} `(.+)`$/gm)].map(([, name]) => name));
    expect((await everyCommand()).map(({ name }) => name).filter((name) => !sections.has(name))).toEqual([]);
  });

  it('links to sections that exist', () => {
    const sections = new Set([...page.matchAll(/^#{2,4} (.+)$/gm)].map(([, title = '']) => slug(title)));
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((target) => !sections.has(target))).toEqual([]);
  });
});

describe('cliPage', () => {
  const program = new Command('tributary');
  const keys = program.command('keys').description('API keys');
  keys
    .command('create')
    .description('make a key for <you> with a_b and _c_; see `keys list`')
    .addArgument(new Argument('<name>', 'a name | label'))
    .addOption(new Option('--kind <kind>', 'of which kind').choices(['a', 'b']).default('a'))
    .option('--scope <scope...>', 'scopes')
    .addHelpText('after', '\nAn example.');
  const page = cliPage(program, '# Title\n');

  it('shows usage, arguments, options with choices and defaults, and the text after the help', () => {
    expect(page).toContain('### `keys create`');
    expect(page).toContain('tributary keys create [options] <name>');
    expect(page).toContain('| `name` | a name \\| label |');
    expect(page).toContain('| `--kind <kind>` | of which kind (choices: "a", "b", default: "a") |');
    expect(page).toContain('```text\nAn example.\n```');
    expect(page).not.toContain('--help');
  });

  it('escapes what Markdown would read as markup, but not code', () => {
    expect(page).toContain('Make a key for \\<you\\> with a_b and \\_c\\_; see `keys list`.');
  });

  it('lists commands and subcommands in the program’s order', () => {
    expect(page).toContain('- [`keys`](#keys): API keys\n  - [`keys create`](#keys-create)\n');
  });
});

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s+/g, '-');
}

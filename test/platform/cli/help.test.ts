import { afterAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../../cli/program.js';
import { command } from '../../support/command.js';
import { openCommandHost } from '../../support/command-host.js';
import { everyCommand } from '../../support/command-tree.js';

const host = openCommandHost();
afterAll(() => host.close());

const COMMANDS = await everyCommand();

describe('tributary … --help', () => {
  it.each(COMMANDS)('$name prints its help', ({ words, help }) => {
    expect(help).toContain(`Usage: tributary ${words.join(' ')}`);
    expect(help).toMatch(/-h, --help/);
    if (words[0] !== 'serve') expect(help).toMatch(/ --json /);
  });

  it.each(['keys', 'keys create', 'serve subgraph'])('%s › on standard output, code 0', async (words) => {
    const { code, stdout, stderr } = await host.run([...words.split(' '), '--help'], {});
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Usage: tributary ${words}`);
  });

  it('without a command, in a separate process: every command, on standard output, code 0', async () => {
    const { code, stdout, stderr } = await command(['--help'], {});
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: tributary');
    for (const { words } of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${words[0]} `, 'm'));
  });
});

it('createProgram › loads only the command that the first word names', async () => {
  for (const first of new Set(COMMANDS.map(({ words }) => words[0] ?? ''))) {
    const { commands } = await createProgram([first, '--help']);
    expect(commands.map((one) => one.name())).toEqual([first]);
  }
});

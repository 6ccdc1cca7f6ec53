import type { Command, Help } from 'commander';

/**
 * The text of docs/cli.md: each command of the program in its order with usage, description, arguments and options, after a table of
 * contents and a hand-written introduction.
 *
 * @param program - with every command loaded
 * @param introduction - Markdown with the page's title; the table of contents comes before its first section
 */
export function cliPage(program: Command, introduction: string): string {
  const commands = program.commands.flatMap((command) => withSubcommands(command, []));
  const [, title = '', sections = ''] = /^([\s\S]*?)(?:\n(## [\s\S]*))?$/.exec(introduction.trimEnd()) ?? [];
  const parts = [title.trimEnd(), '## Commands', contents(commands), sections, ...commands.map(section)];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

interface Documented {
  readonly command: Command;
  /** `['keys', 'create']` */
  readonly words: readonly string[];
}

function withSubcommands(command: Command, parents: readonly string[]): readonly Documented[] {
  const words = [...parents, command.name()];
  return [{ command, words }, ...command.commands.flatMap((sub) => withSubcommands(sub, words))];
}

/** One nested list: a command links to the section of its name. */
function contents(commands: readonly Documented[]): string {
  const lines = commands.map(({ command, words }) => {
    const name = words.join(' ');
    const description = words.length === 1 ? `: ${plain(command.description())}` : '';
    return `${'  '.repeat(words.length - 1)}- [\`${name}\`](#${name.replaceAll(' ', '-')})${description}`;
  });
  return lines.join('\n');
}

function section({ command, words }: Documented): string {
  const help = command.createHelp();
  return [
    `${'#'.repeat(Math.min(words.length + 1, 4))} \`${words.join(' ')}\``,
    plain(sentence(help.commandDescription(command))),
    `\`\`\`text\n${help.commandUsage(command)}\n\`\`\``,
    ...table('argument', argumentsOf(command, help)),
    ...table('option', optionsOf(command, help)),
    ...textAfter(command),
  ].join('\n\n');
}

type Row = readonly [term: string, description: string];

function argumentsOf(command: Command, help: Help): readonly Row[] {
  return help.visibleArguments(command).map((one) => [help.argumentTerm(one), help.argumentDescription(one)]);
}

/** All but `--help`, which every command has. */
function optionsOf(command: Command, help: Help): readonly Row[] {
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  return options.map((one) => [help.optionTerm(one), help.optionDescription(one)]);
}

function table(kind: string, rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(([term, description]) => `| \`${term.replaceAll('|', '\\|')}\` | ${plain(description)} |`);
  return [[`| ${kind} | description |`, '|---|---|', ...lines].join('\n')];
}

/** What `addHelpText('after', …)` adds to a command's help. */
function textAfter(command: Command): readonly string[] {
  let shown = '';
  const output = { ...command.configureOutput() };
  command.configureOutput({ ...output, writeOut: (text) => (shown += text) }).outputHelp();
  command.configureOutput(output);
  const text = shown.slice(command.helpInformation().length).trim();
  return text === '' ? [] : [`\`\`\`text\n${text}\n\`\`\``];
}

function sentence(description: string): string {
  return `${description.charAt(0).toUpperCase()}${description.slice(1)}.`;
}

/** Text that Markdown shows as it is written, but for code between backticks. */
function plain(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[\\*<>[\]]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&')))
    .join('')
    .replaceAll('|', '\\|')
    .replace(/\s+/g, ' ');
}

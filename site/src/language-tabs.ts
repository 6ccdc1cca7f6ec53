/** The same sample in several languages, one below the other, until the page's script turns them into tabs. */
export function tabbed(
  name: string,
  block: string,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): string {
  const label = LABELS[name] ?? name;
  return `${isFirst ? '<div class="tabs">' : ''}<div class="tab" data-tab="${name}"><p class="tab-name">${label}</p>${block}</div>${isLast ? '</div>' : ''}\n`;
}

export const LABELS: Readonly<Record<string, string>> = { curl: 'curl', sdk: 'TypeScript SDK', python: 'Python' };

export function tabs(blocks: readonly (readonly [string, string])[]): string {
  return blocks
    .map(([name, block], index) => tabbed(name, block, { isFirst: index === 0, isLast: index === blocks.length - 1 }))
    .join('');
}

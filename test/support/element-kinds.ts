import type { Page } from 'playwright-core';

/** Runs in the page. Classes that only color are left out: those of code and of HTTP methods. */
const KINDS = `(() => {
  const kindOf = (element) => {
    if (element === null) return '';
    const classes = [...element.classList].filter((name) => !/^(?:c-.*|get|post|put|patch|delete)$/.test(name)).sort().map((name) => '.' + name);
    const marks = ['role', 'tabindex', 'type', 'open'].filter((name) => element.hasAttribute(name)).map((name) => '[' + name + '=' + element.getAttribute(name) + ']');
    return [element.localName, ...classes, ...marks].join('');
  };
  return [...new Set([...document.querySelectorAll('body, body *')].map((each) => kindOf(each.parentElement) + ' > ' + kindOf(each)))];
})()`;

/** Every kind of element on the page, with its parent's kind: `div.code > pre.shiki[role=group][tabindex=0]`. */
export function elementKinds(page: Page): Promise<readonly string[]> {
  return page.evaluate(KINDS);
}

/** A small set of pages that together have every kind of element. */
export function covering(kinds: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const missing = new Set([...kinds.values()].flat());
  const chosen: string[] = [];
  while (missing.size > 0) {
    const [page, most] = [...kinds]
      .map(([address, all]) => [address, all.filter((kind) => missing.has(kind))] as const)
      .reduce((best, next) => (next[1].length > best[1].length ? next : best));
    for (const kind of most) missing.delete(kind);
    chosen.push(page);
  }
  return chosen;
}

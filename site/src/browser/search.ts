import MiniSearch, { type SearchResult } from 'minisearch';
import { SEARCH_OPTIONS } from '../search/options.js';

const MOST = 8;
const MOST_OF_A_PAGE = 3;

/** Loads the index at the first search. */
export function addSearch(): void {
  const form = document.querySelector<HTMLFormElement>('.search');
  const input = form?.querySelector('input');
  const found = form?.querySelector<HTMLElement>('.found');
  if (!form || !input || !found) return;
  form.hidden = false;
  let index: Promise<MiniSearch> | undefined;
  const look = async () => {
    const words = input.value.trim();
    index ??= load();
    const results = words === '' ? [] : few((await index).search(words));
    if (words !== input.value.trim()) return;
    show(found, words, results);
  };
  const links = () => [...found.querySelectorAll('a')];
  input.addEventListener('focus', look);
  input.addEventListener('input', look);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    links()[0]?.click();
  });
  form.addEventListener('keydown', (event) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLAnchorElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (event.key === 'Escape') {
      found.hidden = true;
      input.blur();
    }
    if (next === undefined) return;
    event.preventDefault();
    (all[next] ?? input).focus();
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget as Node | null)) found.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });
}

/** The best results, at most three per page. */
function few(results: readonly SearchResult[]): readonly SearchResult[] {
  const shown = new Map<string, number>();
  const kept = results.filter(({ href }) => {
    const [page = ''] = String(href).split('#');
    shown.set(page, (shown.get(page) ?? 0) + 1);
    return (shown.get(page) ?? 0) <= MOST_OF_A_PAGE;
  });
  return kept.slice(0, MOST);
}

async function load(): Promise<MiniSearch> {
  const answer = await fetch(document.body.dataset['index'] ?? '');
  return MiniSearch.loadJSON(await answer.text(), SEARCH_OPTIONS);
}

function show(found: HTMLElement, words: string, results: readonly SearchResult[]): void {
  found.hidden = words === '';
  const list = document.createElement('ul');
  list.append(...results.map(item));
  const nothing = document.createElement('p');
  nothing.textContent = `No results for “${words}”.`;
  found.replaceChildren(results.length === 0 ? nothing : list);
}

function item({ href, title, page }: SearchResult): HTMLElement {
  const li = document.createElement('li');
  const link = document.createElement('a');
  link.href = String(href);
  const name = document.createElement('strong');
  name.textContent = String(title);
  link.append(name);
  if (page !== '') {
    const of = document.createElement('span');
    of.textContent = String(page);
    link.append(of);
  }
  li.append(link);
  return li;
}

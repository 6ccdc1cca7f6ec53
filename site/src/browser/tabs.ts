const KEPT = 'tributary-docs-language';

/** Shows one of several languages at a time, the same one on every page. */
export function addTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.tabs')].map(makeTabs);
  const chosen = localStorage.getItem(KEPT);
  for (const group of groups) group.show(chosen ?? '');
  document.addEventListener('language', (event) => {
    const name = (event as CustomEvent<string>).detail;
    localStorage.setItem(KEPT, name);
    for (const group of groups) if (group.names.includes(name)) group.show(name);
  });
}

let made = 0;

function makeTabs(group: HTMLElement) {
  const panels = [...group.querySelectorAll<HTMLElement>('.tab')];
  const names = panels.map((panel) => panel.dataset['tab'] ?? '');
  const list = document.createElement('div');
  list.className = 'tab-list';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const buttons = panels.map((panel, index) => {
    made += 1;
    const button = document.createElement('button');
    button.type = 'button';
    button.id = `tab-${made}`;
    button.textContent = panel.querySelector('.tab-name')?.textContent ?? '';
    button.setAttribute('role', 'tab');
    panel.id = `panel-${made}`;
    button.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', button.id);
    panel.querySelector('.tab-name')?.remove();
    button.addEventListener('click', () => choose(index));
    button.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step === undefined) return;
      const next = (index + step + panels.length) % panels.length;
      choose(next);
      buttons[next]?.focus();
    });
    return button;
  });
  const choose = (index: number) => document.dispatchEvent(new CustomEvent('language', { detail: names[index] ?? '' }));
  list.append(...buttons);
  group.prepend(list);
  const show = (name: string) => {
    const index = Math.max(0, names.indexOf(name));
    for (const [at, panel] of panels.entries()) {
      panel.hidden = at !== index;
      buttons[at]?.setAttribute('aria-selected', String(at === index));
      if (buttons[at]) buttons[at].tabIndex = at === index ? 0 : -1;
    }
  };
  return { names, show };
}

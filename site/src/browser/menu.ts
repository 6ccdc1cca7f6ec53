/** On a narrow screen the menu starts closed; on a wide one it scrolls to the open page. */
export function addMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('.side .menu');
  const isNarrow = matchMedia('(max-width: 899px)');
  const arrange = () => {
    if (menu !== null) menu.open = !isNarrow.matches;
  };
  isNarrow.addEventListener('change', arrange);
  arrange();
  const side = document.querySelector<HTMLElement>('.side');
  const current = side?.querySelector<HTMLElement>('[aria-current]');
  if (side && current && !isNarrow.matches) side.scrollTop = current.offsetTop - side.clientHeight / 3;
}

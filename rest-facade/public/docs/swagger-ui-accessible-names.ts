/**
 * Accessible names that Swagger UI lacks, for users of screen readers and keyboards: elements, an attribute, its value;
 * null removes the attribute.
 * `axe` finds each of them, and no others are known (test/docs/page.test.ts).
 */
const NAMES = [
  ['.information-container section', 'aria-label', 'About'],
  ['.schemes.wrapper', 'aria-label', 'Server and authorization'],
  ['.filter.wrapper', 'aria-label', 'Filter'],
  ['.modal-ux', 'role', 'dialog'],
  ['.modal-ux', 'aria-modal', 'true'],
  ['.modal-ux', 'aria-label', 'Authorization'],
  ['#servers', 'aria-label', 'Server'],
  ['.examples-select-element', 'aria-label', 'Example'],
  ['.body-param__text', 'aria-label', 'Request body'],
  ['.modal-ux .close-modal', 'aria-label', 'Close'],
  // The accessible name must contain the visible text.
  ['.modal-ux .btn.authorize[type="submit"]', 'aria-label', null],
  // The title has level 1, and no heading has level 2.
  ['.opblock-tag, .modal-ux-header h3, .models > h4, .models > section > h4', 'aria-level', '2'],
  ['.opblock-section-header h4, .modal-ux-content h4', 'aria-level', '3'],
  // One table, under the same name in every operation.
  ['table.responses-table[role="region"]', 'role', null],
  ['.microlight', 'tabindex', '0'],
];

/** Applies the names whenever the page draws an opened section. */
export const NAMES_SCRIPT = `
const NAMES = ${JSON.stringify(NAMES)};
let isNaming = false;
function give(element, attribute, value) {
  if (value === null) element.removeAttribute(attribute);
  else if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
}
function name() {
  isNaming = false;
  for (const [elements, attribute, value] of NAMES)
    for (const element of document.querySelectorAll(elements)) give(element, attribute, value);
  for (const parameter of document.querySelectorAll('[data-param-name]'))
    for (const field of parameter.querySelectorAll('input, select, textarea'))
      give(field, 'aria-label', parameter.dataset.paramName);
}
new MutationObserver(() => {
  if (!isNaming) requestAnimationFrame(name);
  isNaming = true;
}).observe(document.querySelector('#contract'), { childList: true, subtree: true });
`;

import { addCopyButtons } from './copy-buttons.js';
import { followSections } from './current-section.js';
import { addMenu } from './menu.js';
import { addSearch } from './search.js';
import { addTabs } from './tabs.js';

/* Interactive features of a page; all text is readable without them. */
addMenu();
addTabs();
addCopyButtons();
followSections();
addSearch();

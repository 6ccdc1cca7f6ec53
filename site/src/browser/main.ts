import { addCopyButtons } from './copy.js';
import { addMenu } from './menu.js';
import { addSearch } from './search.js';
import { followSections } from './sections.js';
import { addTabs } from './tabs.js';

/* What a page can do beside being read; without any of it, all of it can be read. */
addMenu();
addTabs();
addCopyButtons();
followSections();
addSearch();

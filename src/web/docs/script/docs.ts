/** What the documentation can do beside being read. */
import { addCopyButtons } from './copy-code.ts';
import { addSearch } from './search.ts';
import { addTryIt } from './try-it.ts';

addTryIt(document.getElementById('call-form'));
addSearch(document.getElementById('search'));
addCopyButtons(document);

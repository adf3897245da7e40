/** Entry point of the documentation pages' script: copy buttons, search, calls to try, own address in examples. */
import { addCopyButtons } from './copy-code.ts';
import { fillOrigin } from './fill-origin.ts';
import { addSearch } from './search.ts';
import { addTryIt } from './try-it.ts';

addTryIt(document.getElementById('call-form'));
addSearch(document.getElementById('search'));
fillOrigin(document, location.origin);
addCopyButtons(document);

/** Entry point of the documentation pages' script: search, copy buttons, and the service's own address in examples. */
import { prepareExamples } from './code-examples.ts';
import { addSearch } from './search.ts';

addSearch(document.getElementById('search'));
prepareExamples(location.origin);

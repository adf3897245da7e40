/** Memory that steps and jobs have left behind. A process that waits for its threads makes nothing, and so would keep it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Frees what nothing refers to any more. */
export const letGo = (): void => collect();

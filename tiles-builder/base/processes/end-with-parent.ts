/**
 * Worker thread that kills its process when standard input closes, as when the parent ends: the main thread may be too busy to
 * notice.
 */
import { Socket } from 'node:net';

new Socket({ fd: 0 }).on('close', () => process.kill(process.pid, 'SIGKILL')).resume();

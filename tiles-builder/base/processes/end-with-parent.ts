/** Worker thread: kills its process when standard input closes, as when the parent ends; the main thread may be too busy. */
import { Socket } from 'node:net';

new Socket({ fd: 0 }).on('close', () => process.kill(process.pid, 'SIGKILL')).resume();

/** Entry point of the Worker. */
import { createApp } from './app.ts';

export default createApp();

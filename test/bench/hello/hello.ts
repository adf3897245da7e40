/** An empty Hono Worker: the local runtime's best case. */
import { Hono } from 'hono';

const app = new Hono();
app.get('/', (c) => c.text('hello'));

export default app;

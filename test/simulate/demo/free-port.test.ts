import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { EXIT } from '../../../tiles-builder/base/failures/problem.ts';
import { isPortFree, requireFreePort } from '../../../tiles-builder/simulate/demo/free-port.ts';

test('a port that stays taken is refused, and one that an earlier start has left is waited for', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(requireFreePort(port, 300)).rejects.toMatchObject({
    message: `port ${port} is taken by another program`,
    advice: `End what listens there, or choose another: npm start -- --port ${port + 1}`,
    exitCode: EXIT.platform,
  });
  expect(await isPortFree(port)).toBe(false);
  setTimeout(() => server.close(), 500);
  await requireFreePort(port);
  expect(await isPortFree(port)).toBe(true);
});

import { expect, test } from 'vitest';
import { requireNode } from '../../tiles-builder/commands/require-node.ts';
import { EXIT } from '../../tiles-builder/failures/problem.ts';

test('this Node.js and newer ones run the commands', () => {
  requireNode();
  for (const version of ['24.21.0', '24.21.1', '24.100.0', '25.0.0', '100.0.0']) requireNode(version);
});

test.each(['20.20.2', '22.23.2', '24.18.1', '24.20.9', '9.99.99'])('Node.js %s is refused', (version) => {
  expect(() => requireNode(version)).toThrow(
    expect.objectContaining({
      message: `Node.js ${version} is older than 24.21.0`,
      exitCode: EXIT.platform,
    }),
  );
});

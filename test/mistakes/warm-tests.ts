/** Process that keeps Vitest warm for repeated runs of a project. */
import { relative } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import type { RunRequest, RunResult, TestFileResult } from './run-tests.ts';

const vitest = await createVitest({
  config: 'test/vitest.config.ts',
  watch: false,
  reporters: [{}],
  cache: false,
  // Shared modules would be attributed to later tests.
  isolate: true,
});
await vitest.standalone();
for (const { config } of [vitest, ...vitest.projects]) config.bail = 1;

process.on('message', async ({ tests, changed }: RunRequest) => {
  for (const path of changed) vitest.invalidateFile(path);
  const wanted = new Set(tests);
  const specifications = (await vitest.globTestSpecifications([...tests])).filter(({ moduleId }) =>
    wanted.has(relative(process.cwd(), moduleId)),
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const files = testModules.map(resultOf).filter(({ file }) => wanted.has(file));
  process.send!({ files, has_stray_errors: unhandledErrors.length > 0 } satisfies RunResult);
});
process.send!('ready');

function resultOf(module: TestModule): TestFileResult {
  const failed = [...module.children.allTests()].find((test) => test.result().state === 'failed');
  // A test interrupted by another's failure has no error.
  const [error] = failed?.result().errors ?? module.errors();
  return {
    file: relative(process.cwd(), module.moduleId),
    state:
      module.state() === 'passed' || module.state() === 'skipped' ? 'passed' : error ? 'failed' : 'given up',
    failure: error ? `${failed?.fullName ?? 'before its tests'}: ${error.message.split('\n', 1)[0]}` : null,
  };
}

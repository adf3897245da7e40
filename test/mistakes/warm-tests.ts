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

process.on('message', async ({ tests, changed, until_failure }: RunRequest) => {
  for (const path of changed) vitest.invalidateFile(path);
  for (const { config } of [vitest, ...vitest.projects]) config.bail = until_failure ? 1 : 0;
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
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  const tests = [...module.children.allTests()];
  const failed = tests.find((test) => test.result().state === 'failed');
  // A test interrupted by another's failure has no error.
  const [error] = failed?.result().errors ?? module.errors();
  return {
    file: relative(process.cwd(), module.moduleId),
    state:
      module.state() === 'passed' || module.state() === 'skipped' ? 'passed' : error ? 'failed' : 'given up',
    failure: error ? `${failed?.fullName ?? 'before its tests'}: ${error.message.split('\n', 1)[0]}` : null,
    took_ms: duration + collectDuration + setupDuration,
    reached: [...new Set(tests.flatMap((test) => (test.meta() as { reached?: number[] }).reached ?? []))],
  };
}

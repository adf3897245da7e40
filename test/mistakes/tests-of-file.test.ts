import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMistakes } from './find-mistakes.ts';
import { usersByDistance } from './tests-of-file.ts';

const testsByDistance = (texts: ReadonlyMap<string, string>): ((file: string) => string[]) => {
  const usersOf = usersByDistance(texts);
  return (file) => usersOf(file).filter((path) => path.endsWith('.test.ts'));
};

test('tests come by how near they lead to a file, through imports, programs that are started and files of settings', () => {
  const texts = new Map([
    ['src/sum.ts', ''],
    ['src/mean.ts', "import { sum } from './sum.ts';"],
    ['src/type.ts', "import type { Sum } from './sum.ts';"],
    ['src/index.ts', "const { mean } = await import('./mean.ts');"],
    ['src/thread.ts', "new Worker(new URL('./mean.ts', import.meta.url));"],
    ['wrangler.toml', 'main = "src/index.ts"'],
    ['tiles-builder/page.ts', "join(projectFolder, 'src/web'); join(docs, 'script/docs.ts');"],
    ['src/web/index.html', '<script type="module" src="./map.ts"></script>'],
    ['src/web/map.ts', "import '../sum.ts';"],
    ['src/web/docs/script/docs.ts', "import '../../../sum.ts';"],
    ['test/page.test.ts', "import '../tiles-builder/page.ts';"],
    ['test/service.test.ts', "join(import.meta.dirname, '../wrangler.toml');"],
    ['test/thread.test.ts', "import '../src/thread.ts';"],
    ['test/process.test.ts', "runProcess('src/thread.ts');"],
    ['test/sum.test.ts', "import { sum } from '../src/sum.ts';"],
    ['test/type.test.ts', "import '../src/type.ts';"],
  ]);
  expect(testsByDistance(texts)('src/sum.ts')).toEqual([
    'test/sum.test.ts',
    'test/thread.test.ts',
    'test/process.test.ts',
    'test/page.test.ts',
    'test/service.test.ts',
  ]);
});

test('tests lead to every file of the service and of the builder that does anything', () => {
  const root = join(import.meta.dirname, '../..');
  const paths = globSync(['{src,tiles-builder,test}/**/*.{ts,html}', 'package.json', 'wrangler.toml'], {
    cwd: root,
  });
  const testsOf = testsByDistance(
    new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
  );
  const code = paths.filter((path) => /^(src|tiles-builder)\/.*\.ts$/.test(path));
  expect(code.length).toBeGreaterThan(400);
  const unseen = code.filter((path) => testsOf(path).length === 0);
  expect(unseen.filter((path) => findMistakes(readFileSync(join(root, path), 'utf8')).length > 0)).toEqual(
    [],
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DamagedTile } from '../../src/format/envelope.ts';
import { StorageUnavailable } from '../../src/storage/tile-source.ts';
import { BadInput } from '../../tiles-builder/base/failures/bad-input.ts';
import { EXIT, PlatformProblem } from '../../tiles-builder/base/failures/problem.ts';
import { withoutCredentials } from '../../tiles-builder/base/failures/without-credentials.ts';
import { describeFailure } from '../../tiles-builder/commands/describe-failure.ts';
import { UsageError } from '../../tiles-builder/commands/usage-error.ts';
import { SqlError, UnusableEngine } from '../../tiles-builder/daytime/sql-engine.ts';

const systemError = (code: string, rest: object = {}): Error =>
  Object.assign(new Error(code), { code, ...rest });

describe('describeFailure', () => {
  test.each([
    [
      new BadInput('a.csv', 'line 3', 'has no column x', 'Did you mean y?'),
      EXIT.input,
      'a.csv, line 3: has no column x.',
    ],
    [new DamagedTile('living pack', '85: checksum'), EXIT.input, 'living pack 85: checksum.'],
    [new UsageError('build needs --out FOLDER'), EXIT.usage, 'build needs --out FOLDER.'],
    [new PlatformProblem('port 1 is taken'), EXIT.platform, 'port 1 is taken.'],
    [new UnusableEngine('ClickHouse 25.1 is too old'), EXIT.platform, 'ClickHouse 25.1 is too old.'],
    [new StorageUnavailable('object', 'failed', 'EIO'), EXIT.platform, 'object failed: EIO.'],
    [
      systemError('ENOSPC', { syscall: 'write' }),
      EXIT.platform,
      'A file cannot be written: the disk is full.',
    ],
    [
      systemError('ENOSPC', { syscall: 'copyfile', path: '/from', dest: '/to' }),
      EXIT.platform,
      '/to cannot be written: the disk is full.',
    ],
    [
      systemError('ENOENT', { syscall: 'copyfile', path: '/from', dest: '/to' }),
      EXIT.input,
      '/from is not there.',
    ],
    [systemError('ENOENT', { path: '/a' }), EXIT.input, '/a is not there.'],
    [systemError('EROFS', { path: '/a' }), EXIT.platform, '/a is on a disk that can only be read.'],
    [new SqlError(systemError('241')), EXIT.platform, 'ClickHouse: 241.'],
    [
      new SqlError(systemError('243')),
      EXIT.platform,
      'The disk is full on which ClickHouse keeps the locations: 243.',
    ],
    [
      new SqlError(Object.assign(new Error('Code: 75. No space left on device.'), { code: '75' })),
      EXIT.platform,
      'The disk is full on which ClickHouse keeps the locations: Code: 75. No space left on device.',
    ],
    [new SqlError(systemError('47')), EXIT.defect, 'This is a defect of the program: 47.'],
    [
      new TypeError('x is undefined\n  at y'),
      EXIT.defect,
      'This is a defect of the program: x is undefined at y.',
    ],
    [
      new Error('The package "@x/workerd" could not be found, and is needed by workerd.\n\nEither …'),
      EXIT.platform,
      'The package "@x/workerd" could not be found.',
    ],
    ['a text', EXIT.defect, 'This is a defect of the program: a text.'],
    [undefined, EXIT.defect, 'This is a defect of the program: undefined.'],
  ])('%s', (cause, exitCode, error) => {
    expect(describeFailure(cause)).toMatchObject({ exitCode, error });
  });

  test('retains the advice, and truncates endless text', () => {
    expect(describeFailure(new UsageError('x', 'Do y.')).advice).toBe('Do y.');
    expect(describeFailure(new Error('x'.repeat(10_000))).error).toMatch(
      /^This is a defect of the program: x+…$/,
    );
  });
});

describe('withoutCredentials', () => {
  const word = fc.stringMatching(/^[a-zA-Z0-9:@/?#%!$&'()*+,;=._~-]{1,20}$/);

  test.each([20_261_121, Date.now()])('removes user and password from any URL (seed %i)', (seed) => {
    fc.assert(
      fc.property(word, word, (user, password) => {
        const secret = `${user}<1>:${password}<2>`;
        const said = withoutCredentials(
          `cannot reach https://${secret}@db.example:8443/x, see http://docs.example/a`,
        );
        expect(said).toBe('cannot reach https://***@db.example:8443/x, see http://docs.example/a');
      }),
      { seed },
    );
  });

  test('leaves the files of a trace as they are', () => {
    const frame = 'at x (file:///app/node_modules/@clickhouse/client/index.js:1:2)';
    expect(withoutCredentials(frame)).toBe(frame);
  });
});

import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BadInput } from '../../../tiles-builder/base/failures/bad-input.ts';
import { EXIT, Problem } from '../../../tiles-builder/base/failures/problem.ts';
import { reasonOf, systemFailure } from '../../../tiles-builder/base/failures/system-failure.ts';
import { destinationOf } from '../../../tiles-builder/base/files/destination.ts';
import { failureReceived, failureToSend } from '../../../tiles-builder/base/threads/remote-failure.ts';
import { temporaryFolderOfTest } from '../../support/files/temporary-folder.ts';

const folder = (): string => {
  const made = temporaryFolderOfTest();
  return made;
};

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (cause) {
    return cause;
  }
  throw new Error('nothing was thrown');
}

test("the system's errors on files become messages on the input", () => {
  const [here] = [folder()];
  writeFileSync(join(here, 'file'), '');
  symlinkSync('circle', join(here, 'circle'));
  const reasons = ['nowhere', '.', 'file/below', 'circle', 'x'.repeat(300)].map((name) => {
    const cause = thrownBy(() => readFileSync(join(here, name)));
    expect(systemFailure(cause)?.exitCode).toBe(EXIT.input);
    return reasonOf(cause);
  });
  expect(reasons).toEqual([
    'is not there',
    'is a folder, where a file is expected',
    'cannot be there: a part of its path is a file and no folder',
    'cannot be reached: symbolic links lead in a circle',
    'has a name that is too long for the system',
  ]);
});

test('lack of resources is a platform problem, with advice', () => {
  for (const code of ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EBUSY', 'EMFILE', 'EIO']) {
    const failure = systemFailure(Object.assign(new Error(code), { code }));
    expect(failure?.exitCode, code).toBe(EXIT.platform);
    expect(failure?.advice, code).toMatch(/\.$/);
  }
  const mkdir = Object.assign(new Error(), { code: 'ENOENT', syscall: 'mkdir' });
  expect(systemFailure(mkdir)?.reason).toMatch(/only be read/);
  const open = Object.assign(new Error(), { code: 'ENOENT', syscall: 'open' });
  expect(systemFailure(open)?.reason).toBe('is not there');
});

test("other errors have their message after the format's name", () => {
  const error = new Error('Unexpected token');
  for (const one of [error, null, undefined, Object.assign(new Error('x'), { code: 'ERR_OTHER' })])
    expect(systemFailure(one)).toBeNull();
  expect(reasonOf(error)).toBe('Unexpected token');
  expect(reasonOf(error, 'is not JSON')).toBe('is not JSON: Unexpected token');
});

test('a problem of another thread arrives with its advice and exit code', () => {
  const problem = new BadInput('a.csv', 'line 2', 'is empty', 'Fill it.');
  const received = failureReceived(structuredClone(failureToSend(problem))) as Problem;
  expect(received).toBeInstanceOf(Problem);
  expect(received).toMatchObject({
    message: problem.message,
    advice: 'Fill it.',
    exitCode: problem.exitCode,
  });
  expect(received.stack).toBe(problem.stack);
});

test('system errors of another thread are recognised here, other values by their text', () => {
  const refused = thrownBy(() => readFileSync('/nowhere/at/all'));
  const received = failureReceived(structuredClone(failureToSend(refused)));
  expect(received).not.toBeInstanceOf(Problem);
  expect(received).toMatchObject({ code: 'ENOENT', syscall: 'open', path: '/nowhere/at/all' });
  expect(reasonOf(received)).toBe('is not there');
  expect(failureReceived(failureToSend('out of order')).message).toBe('out of order');
  expect(failureReceived(failureToSend(new RangeError('too far')))).not.toHaveProperty('code');
});

test('writing to a link writes to its target, over several links, whether it exists or not', () => {
  const here = folder();
  symlinkSync('second', join(here, 'first'));
  symlinkSync(join(here, 'below', 'third'), join(here, 'second'));
  expect(destinationOf(join(here, 'first'))).toBe(join(here, 'below', 'third'));
  expect(destinationOf(join(here, 'plain'))).toBe(join(here, 'plain'));
  for (let link = 0; link < 41; link++) symlinkSync(`link-${link + 1}`, join(here, `link-${link}`));
  expect(destinationOf(join(here, 'link-2'))).toBe(join(here, 'link-41'));
  expect(() => destinationOf(join(here, 'link-0'))).toThrow(/ELOOP/);
  symlinkSync('circle', join(here, 'circle'));
  expect(() => destinationOf(join(here, 'circle'))).toThrow(/ELOOP/);
});

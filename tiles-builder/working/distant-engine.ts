/** Runs the embedded engine in the main thread for another thread: in a thread chDB ends the whole process. */
import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Problem } from '../failures/problem.ts';
import { failureReceived, failureToSend, type SentFailure } from '../threads/thread-failure.ts';
import { type SqlEngine, SqlError } from './sql-engine.ts';

/** A call of a method of the engine, or to open it. */
interface Request {
  readonly call: 'open' | keyof SqlEngine;
  readonly words: readonly unknown[];
  readonly answer: MessagePort;
}

type Answer = { readonly value: unknown } | { readonly failure: SentFailure };

/**
 * Answers a thread from the main thread.
 * @param open makes the engine that statements run in
 * @returns ends it, and closes the engine if the thread has not
 */
export function serveEngine(port: MessagePort, open: () => Promise<SqlEngine>): () => Promise<void> {
  let engine: SqlEngine | null = null;
  const run = async ({ call, words }: Request): Promise<unknown> => {
    if (call === 'open') {
      engine = await open();
      return null;
    }
    const opened = engine;
    if (opened === null) throw new Error('the engine is not open');
    if (call === 'close') engine = null;
    return (opened[call] as (...words: readonly unknown[]) => Promise<unknown>)(...words);
  };
  port.on('message', (request: Request) => {
    void run(request)
      .then(
        (value): Answer => ({ value }),
        (cause): Answer => ({ failure: failureToSend(cause) }),
      )
      .then((answer) => request.answer.postMessage(answer));
  });
  return async () => {
    port.close();
    await engine?.close();
  };
}

/** @throws Problem where the main thread cannot open it */
export async function openDistantEngine(port: MessagePort): Promise<SqlEngine> {
  const call = <Method extends keyof SqlEngine>(method: Method): SqlEngine[Method] =>
    ((...words: readonly unknown[]) => ask(port, method, words)) as SqlEngine[Method];
  await ask(port, 'open', []);
  return {
    command: call('command'),
    query: call('query'),
    insertRow: call('insertRow'),
    insertFile: call('insertFile'),
    shardsOf: call('shardsOf'),
    close: call('close'),
  };
}

async function ask(port: MessagePort, call: Request['call'], words: readonly unknown[]): Promise<unknown> {
  const { port1: answers, port2: answer } = new MessageChannel();
  const answered = once(answers, 'message') as Promise<[Answer]>;
  port.postMessage({ call, words, answer } satisfies Request, [answer]);
  const [given] = await answered;
  answers.close();
  if ('value' in given) return given.value;
  const failure = failureReceived(given.failure);
  throw failure instanceof Problem ? failure : new SqlError(failure);
}

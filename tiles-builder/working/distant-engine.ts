/**
 * The embedded engine for a thread: chDB ends the whole process when it runs in one, so that the main thread runs the statements
 * that the thread sends.
 */
import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Problem } from '../failures/problem.ts';
import { failureReceived, failureToSend, type SentFailure } from '../threads/thread-failure.ts';
import type { LocationFile } from './location-file.ts';
import { type SqlEngine, SqlError, type SqlParameters } from './sql-engine.ts';

/** What a thread asks for: to open the engine, or a method of it. */
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
  const engine = new DistantEngine(port);
  await engine.open();
  return engine;
}

class DistantEngine implements SqlEngine {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  async open(): Promise<void> {
    await this.#ask('open');
  }

  async command(sql: string, parameters: SqlParameters = {}): Promise<void> {
    await this.#ask('command', sql, parameters);
  }

  async query<Row>(sql: string, parameters: SqlParameters = {}): Promise<Row[]> {
    return (await this.#ask('query', sql, parameters)) as Row[];
  }

  async insertRow(table: string, row: Readonly<Record<string, string>>): Promise<void> {
    await this.#ask('insertRow', table, row);
  }

  async insertFile(sql: string, file: LocationFile, parameters: SqlParameters = {}): Promise<void> {
    await this.#ask('insertFile', sql, file, parameters);
  }

  async shardsOf(file: LocationFile): Promise<number> {
    return (await this.#ask('shardsOf', file)) as number;
  }

  async close(): Promise<void> {
    await this.#ask('close');
  }

  async #ask(call: Request['call'], ...words: readonly unknown[]): Promise<unknown> {
    const { port1: answers, port2: answer } = new MessageChannel();
    const answered = once(answers, 'message') as Promise<[Answer]>;
    this.#port.postMessage({ call, words, answer } satisfies Request, [answer]);
    const [answerGiven] = await answered;
    answers.close();
    if ('value' in answerGiven) return answerGiven.value;
    const failure = failureReceived(answerGiven.failure);
    throw failure instanceof Problem ? failure : new SqlError(failure);
  }
}

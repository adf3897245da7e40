import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ENDPOINT_NAMES, pathOf } from '../../src/endpoints.ts';
import ANSWER_EXAMPLES from '../../src/openapi/answer-examples.json' with { type: 'json' };
import { CALL_EXAMPLES } from '../../src/openapi/call-examples.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { prepareDataset } from '../../tiles-builder/simulate/demo/prepare-dataset.ts';
import { projectFolder } from '../support/processes/run-command.ts';
import { parameterTexts } from '../support/requests/query-text.ts';
import { type HttpService, startHttpService } from '../support/servers/http-service.ts';

/** Shared with the benchmarks. */
const folder = join(projectFolder, '.demo');
let service: HttpService | null = null;
afterAll(async () => {
  await service?.close();
});

const figuresOf = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (name, value) => (name === 'built_at' || name === 'version' ? undefined : value)),
  );

const NAME = 'the demo answers what the OpenAPI document shows';
const isAsked = process.env.DEMO === '1';
// Vitest silences the console.
if (!isAsked)
  process.stdout.write(`Skipped: ${NAME} (the demo is built for it, a minute; set DEMO=1 to run it)\n`);

test.skipIf(!isAsked)(
  NAME,
  async () => {
    const dataset = await prepareDataset(folder, () => {});
    service = await startHttpService('demo-answers');
    await publishDataset(dataset, service.bucket, () => {});
    const answers: Record<string, Record<string, unknown>> = {};
    for (const endpoint of ENDPOINT_NAMES) {
      answers[endpoint] = {};
      for (const call of Object.keys(ANSWER_EXAMPLES[endpoint]) as (keyof typeof CALL_EXAMPLES)[]) {
        const answer = await service.ask(pathOf(endpoint), parameterTexts(CALL_EXAMPLES[call].parameters));
        answers[endpoint][call] = await answer.json();
      }
    }
    expect(figuresOf(answers)).toEqual(figuresOf(ANSWER_EXAMPLES));
    for (const time of [600, 900]) {
      const drive = { ...CALL_EXAMPLES.walk.parameters, travel: 'motorized', time, details: 'true' };
      const answer = await service.ask(pathOf('livingcount'), drive);
      expect(await answer.json()).toMatchObject({ details: { cut: false } });
    }
  },
  180_000,
);

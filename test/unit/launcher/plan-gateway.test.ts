import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DEMO_MODELS } from '../../../launcher/gateway/demo-models.ts';
import { planGateway } from '../../../launcher/gateway/plan-gateway.ts';
import { createCallPrices } from '../../../providers/prices/create-call-prices.ts';
import { loadPriceTable } from '../../../providers/prices/price-table.ts';
import { readAnswerBook } from '../../../providers/playback/answer-book.ts';

function answersOfDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-plan-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { answers = '' } = planGateway({}, { env: {}, folder, playbackPort: 7_090 });
  return readAnswerBook(readFileSync(answers, 'utf8'));
}

it('has the demo answer any prompt for every listed model, and state that it is a demo', () => {
  const book = answersOfDemo();
  const models = Object.values(DEMO_MODELS).flat();
  expect(book.models).toEqual(models);
  for (const model of models)
    for (const prompt of ['Hello', 'Tell me a story', '', '¿Qué?'])
      expect(book.find(prompt, model)?.text).toMatch(/^This is the demo provider of Truetally, and not a model/);
  expect(book.find('Hello', 'mistral-large')).toBeUndefined();
});

it('lists no model without a price', async () => {
  const prices = createCallPrices(await loadPriceTable());
  const tokens = { input: 10, output: 5 };
  for (const [provider, models] of Object.entries(DEMO_MODELS))
    for (const model of models)
      expect([model, prices.priceOf({ provider, model, tokens, at: new Date('2026-11-01') }).state]).toEqual([
        model,
        'priced',
      ]);
});

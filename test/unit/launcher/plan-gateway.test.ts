import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConfigurationFile } from '../../../contracts/management/configuration-file.ts';
import { demoQuestion } from '../../../launcher/demo/demo-questions.ts';
import { DEMO_MODELS } from '../../../launcher/gateway/demo-models.ts';
import { planGateway } from '../../../launcher/gateway/plan-gateway.ts';
import { createCallPrices } from '../../../providers/prices/create-call-prices.ts';
import { loadPriceTable } from '../../../providers/prices/price-table.ts';
import { readAnswerBook } from '../../../providers/playback/answer-book.ts';
import { loadConfigurationFile } from '../../../runtime/configuration/load-configuration-file.ts';

function planDemo(file: ConfigurationFile = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-plan-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return planGateway(file, { env: {}, folder, playbackPort: 7_090 });
}

function answersOfDemo() {
  const { answers = '' } = planDemo();
  return readAnswerBook(readFileSync(answers, 'utf8'));
}

/** The limits with which the gateway of the demo starts, checked as the gateway checks its file. */
function limitsOfDemo(file?: ConfigurationFile) {
  const { configuration: path = '' } = planDemo(file);
  return loadConfigurationFile({ path, isNamed: true }).file.governance?.limits;
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

it('answers the questions of the demo, for the models that experiments ask again', () => {
  const book = answersOfDemo();
  const answers = ['gemini-2.5-pro', 'gemini-2.5-flash', 'gpt-5'].map(
    (model) => book.find(demoQuestion(3), model)?.text,
  );
  expect(answers).toEqual(['It is 105.', 'It is 115.', expect.stringMatching(/^This is the demo provider/)]);
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

describe('the limit of the demo', () => {
  it('covers the calls with one tag', () => {
    expect(limitsOfDemo()).toEqual([{ id: 'demo-budget', node: 'tag:budget=demo', budget_usd: 0.25, per: 'day' }]);
  });

  it('gives way to limits of the file, and needs recorded tags', () => {
    const own = { id: 'all-month', node: 'organization', budget_usd: 500, per: 'month' } as const;
    expect(limitsOfDemo({ governance: { limits: [own] } })).toEqual([own]);
    expect(limitsOfDemo({ governance: {} })).toBeUndefined();
    expect(limitsOfDemo({ ledger: { dimensions: { enabled: false } } })).toBeUndefined();
  });
});

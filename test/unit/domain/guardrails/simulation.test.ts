import { describe, expect, it } from 'vitest';
import type { GuardrailBinding } from '../../../../domain/guardrails/guardrails-block.ts';
import { createSimulation } from '../../../../domain/guardrails/simulation/create-simulation.ts';
import { createMeasurement } from '../../../../domain/guardrails/simulation/create-measurement.ts';
import { applyFilters } from '../../../../domain/guardrails/simulation/apply-filters.ts';
import { findTextParts } from '../../../../domain/guardrails/simulation/find-text-parts.ts';
import { createTestScanner } from '../../../../testing/guardrails/create-test-scanner.ts';

const BINDING: GuardrailBinding = {
  id: 'no-cards',
  where: { side: 'request' },
  detectors: ['card', 'judge'],
  evaluator: 'judge.safety',
  action: 'block',
};

describe('the parts of a body', () => {
  it('are its texts with their pointers; media is skipped', () => {
    const body = {
      messages: [{ role: 'user', content: [{ text: 'hello' }, { url: 'data:image/png;base64,AAAA' }] }],
      'a/b~c': 'x',
      n: 1,
      empty: '',
      data: 'QUJD'.repeat(300),
    };
    expect(findTextParts(body)).toEqual({
      texts: [
        { part: '/messages/0/role', text: 'user' },
        { part: '/messages/0/content/0/text', text: 'hello' },
        { part: '/a~1b~0c', text: 'x' },
      ],
      skipped: [
        { part: '/messages/0/content/1/url', reason: 'encoded_media' },
        { part: '/data', reason: 'encoded_media' },
      ],
    });
  });

  it('stop at a depth of 64', () => {
    let body: unknown = 'deep';
    for (let depth = 0; depth < 70; depth += 1) body = [body];
    expect(findTextParts(body)).toEqual({ texts: [], skipped: [{ part: '/0'.repeat(64), reason: 'too_deep' }] });
  });

  it('of a text are the text itself, also if it is encoded', () => {
    expect(findTextParts('data:image/png;base64,AAAA').texts).toEqual([
      { part: '', text: 'data:image/png;base64,AAAA' },
    ]);
  });
});

describe('the filters of a place', () => {
  const item = { id: '1', bodies: {} };

  it.each([
    [{ side: 'request' }, item, 'none'],
    [{ side: 'request', models: ['a'] }, item, 'assumed'],
    [{ side: 'request', models: ['a'] }, { ...item, model: 'a' }, 'matched'],
    [{ side: 'request', models: ['a'] }, { ...item, model: 'b' }, 'not_matched'],
    [{ side: 'request', models: ['a'], keys: ['k'] }, { ...item, model: 'a' }, 'assumed'],
    [{ side: 'request', models: ['a'], keys: ['k'] }, { ...item, key: 'x' }, 'not_matched'],
    [{ side: 'request', models: ['a'], keys: ['k'] }, { ...item, model: 'a', key: 'k' }, 'matched'],
  ] as const)('%j of %j: %s', (where, of, outcome) => {
    expect(applyFilters(where, of)).toBe(outcome);
  });
});

describe('a simulation', () => {
  it('reports matches by item and part, and what was skipped', () => {
    const simulation = createSimulation([BINDING], ({ detectors, words }) => createTestScanner(detectors, words));
    simulation.add({ id: 'a', bodies: { request: { messages: ['4111111111111111', 'data:image/png;base64,AA'] } } });
    simulation.add({ id: 'b', bodies: { request: 'nothing' } });
    simulation.add({ id: 'c', bodies: { response: '4111111111111111' } });
    expect(simulation.results()).toEqual([
      {
        binding: 'no-cards',
        where: { side: 'request' },
        action: 'block',
        would: 'block',
        detectors: ['card'],
        filters: 'none',
        items: 2,
        items_with_matches: 1,
        matches_found: 1,
        matches: [
          { item: 'a', part: '/messages/0', detector: 'card', kind: 'visa', start: 0, end: 16, masked: '4111******' },
        ],
        skipped: [
          { detector: 'judge', reason: 'needs_evaluator', evaluator: 'judge.safety' },
          { item: 'a', part: '/messages/1', reason: 'encoded_media', detectors: ['card'] },
        ],
        skipped_parts: 1,
      },
    ]);
  });

  it('lists at most 1000 matches and counts all of them', () => {
    const simulation = createSimulation([BINDING], ({ detectors }) => createTestScanner(detectors));
    simulation.add({ id: 'a', bodies: { request: '4111111111111111;'.repeat(1_200) } });
    const [result] = simulation.results();
    expect([result?.matches.length, result?.matches_found]).toEqual([1_000, 1_200]);
  });
});

it('a measure without labels or matches is unknown, and not 0', () => {
  const measurement = createMeasurement(['card', 'iban']);
  measurement.add(
    [{ detector: 'card', start: 0, end: 4 }],
    [
      { detector: 'card', start: 3, end: 5 },
      { detector: 'card', start: 9, end: 10 },
    ],
  );
  expect(measurement.measures()).toEqual([
    {
      detector: 'card',
      labelled: 1,
      found: 2,
      true_positives: 1,
      false_positives: 1,
      false_negatives: 0,
      precision: 0.5,
      recall: 1,
    },
    {
      detector: 'iban',
      labelled: 0,
      found: 0,
      true_positives: 0,
      false_positives: 0,
      false_negatives: 0,
      precision: null,
      recall: null,
    },
  ]);
});

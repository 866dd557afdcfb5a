import { expect, it } from 'vitest';
import { routingSettings } from '../../../../../domain/gateway/routing/routing-settings.ts';
import { tuneRule } from '../../../../../domain/gateway/routing/tune-rule.ts';
import { ROUTING_BLOCK } from '../../../../../testing/quality/made-routing.ts';

it('one bound of one rule is replaced', () => {
  const rules = [
    { id: 'small', tier: 'simple', max_input_tokens: 2_000 },
    { id: 'other', tier: 'simple' },
  ];
  const settings = routingSettings('route', { ...ROUTING_BLOCK, rules });
  if (settings === undefined) throw new Error('The mode chooses tiers.');
  const boundsOf = (parameter: 'max_input_tokens' | 'min_input_tokens') =>
    tuneRule(settings, { calibrationId: 'qcal_1', ruleId: 'small', parameter, threshold: 900 }).rules.map(
      ({ id, minInputTokens: min, maxInputTokens: max }) => [id, min, max],
    );
  expect(boundsOf('max_input_tokens')).toEqual([
    ['small', 0, 900],
    ['other', 0, Infinity],
  ]);
  expect(boundsOf('min_input_tokens')).toEqual([
    ['small', 900, 2_000],
    ['other', 0, Infinity],
  ]);
});

import { expect, it } from 'vitest';
import { routingFingerprint } from '../../../../contracts/quality/calibrations/routing-fingerprint.ts';
import { createRoutingThresholds } from '../../../../proxy/routing/routing-thresholds.ts';
import type { FindActiveRouting } from '../../../../store/quality/calibrations/active-routing-finder.ts';
import { makeRoutingArtifact, ROUTING_BLOCK } from '../../../../testing/quality/made-routing.ts';

const FILE = { mode: 'route', routing: ROUTING_BLOCK } as const;
const FITTED = makeRoutingArtifact({ workspace_id: 't_1', fingerprint: routingFingerprint(ROUTING_BLOCK) });
const TUNED = { calibrationId: FITTED.id, ruleId: 'small', parameter: 'max_input_tokens', threshold: 900 };

function open(find: FindActiveRouting) {
  const sentences: string[] = [];
  const say = (_: object, sentence: string): void => void sentences.push(sentence);
  return { sentences, read: createRoutingThresholds({ find, log: { info: say, warn: say } }) };
}

it('thresholds that were fitted for the routing block of the file are in force', async () => {
  const other = makeRoutingArtifact({ workspace_id: 't_2' });
  const { read, sentences } = open(() => Promise.resolve([FITTED, other]));
  expect([...(await read(FILE))]).toEqual([['t_1', TUNED]]);
  expect(sentences).toEqual([
    'a calibrated routing threshold is in force',
    'a routing threshold was fitted for another routing block; the configured one stays',
  ]);
});

it('only the mode `route` reads them', async () => {
  const { read } = open(() => Promise.reject(new Error('Nothing is read.')));
  expect((await read({ ...FILE, mode: 'shadow' })).size).toBe(0);
  expect((await read({})).size).toBe(0);
});

it('the last known ones stay while the store does not answer', async () => {
  let isDown = false;
  const { read, sentences } = open(() => (isDown ? Promise.reject(new Error('down')) : Promise.resolve([FITTED])));
  await read(FILE);
  isDown = true;
  expect([...(await read(FILE))]).toEqual([['t_1', TUNED]]);
  expect(sentences[1]).toBe('the active routing thresholds cannot be read; the last known ones stay');
});

import { expect, it } from 'vitest';
import {
  formerNodeCounterName,
  limitNodeText,
  parseLimitNode,
} from '../../../../../domain/gateway/governance/limit-node.ts';

it.each([
  ['organization', undefined],
  ['team:search', 'team:search'],
  ['team:a:b', 'team:a:b'],
  ['key:kid_1', undefined],
  ['tag:project=a=b', 'tag:project=a=b'],
])('%s is written again as it was read', (text, former) => {
  const node = parseLimitNode(text);
  expect([limitNodeText(node), formerNodeCounterName(node)]).toEqual([text, former]);
});

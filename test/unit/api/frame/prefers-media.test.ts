import { expect, it } from 'vitest';
import { prefersMedia } from '../../../../api/frame/transport/prefers-media.ts';

it.each([
  [undefined, false],
  ['*/*', false],
  ['text/*', false],
  ['text/csv', true],
  ['TEXT/CSV; charset=utf-8', true],
  ['text/csv, */*;q=0.1', true],
  ['text/csv, application/json', false],
  ['text/csv, application/json;q=0.9', true],
  ['text/csv;q=0.5, application/json', false],
  ['text/csv;q=0', false],
  ['text/csv;q=x', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
])('%j requests a table: %s', (accept, isAsked) => {
  expect(prefersMedia(accept, 'text/csv')).toBe(isAsked);
});

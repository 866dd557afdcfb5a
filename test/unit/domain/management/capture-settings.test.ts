import { expect, it } from 'vitest';
import { captureSettings } from '../../../../domain/management/capture-settings.ts';

it('nothing is stored by default, and configured content for thirty days', () => {
  expect(captureSettings()).toEqual({
    request: false,
    response: false,
    ttlMs: 2_592_000_000,
    path: '~/.gateway/content',
  });
});

it('settings of the block apply', () => {
  expect(captureSettings({ request: true, response: true, ttl: 0, path: '/content' })).toEqual({
    request: true,
    response: true,
    ttlMs: 0,
    path: '/content',
  });
});

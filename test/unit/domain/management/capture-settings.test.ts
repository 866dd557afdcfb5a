import { expect, it } from 'vitest';
import { captureSettings } from '../../../../domain/management/capture-settings.ts';

it('nothing is kept unless it is asked for, and that for thirty days', () => {
  expect(captureSettings()).toEqual({
    request: false,
    response: false,
    ttlMs: 2_592_000_000,
    path: '~/.gateway/content',
  });
});

it('what the block says holds', () => {
  expect(captureSettings({ request: true, response: true, ttl: 0, path: '/content' })).toEqual({
    request: true,
    response: true,
    ttlMs: 0,
    path: '/content',
  });
});

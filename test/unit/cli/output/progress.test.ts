import { describe, expect, it } from 'vitest';
import { createProgress } from '../../../../cli/output/progress.ts';

const SCREEN = { width: 20, hasColor: false, hasUnicode: false };

function progress(change: { width?: number | undefined; isQuiet?: boolean; env?: Record<string, string> } = {}) {
  const written: string[] = [];
  let now = 0;
  const screen = { ...SCREEN, width: 'width' in change ? change.width : SCREEN.width };
  const shown = createProgress(
    (text) => written.push(text),
    screen,
    { isQuiet: change.isQuiet ?? false, env: change.env ?? {} },
    () => now,
  );
  return { shown, written, wait: (ms: number) => (now += ms) };
}

describe('progress', () => {
  it('has at most ten frames a second, fits the terminal, and leaves no line', () => {
    const { shown, written, wait } = progress();
    shown.show('1 of 3');
    wait(99);
    shown.show('2 of 3');
    wait(1);
    shown.show('3 of 3, which is a long text');
    shown.end();
    shown.end();
    expect(written).toEqual(['\r\u001b[2K1 of 3', '\r\u001b[2K3 of 3, w~long text', '\r\u001b[2K']);
  });

  it.each([
    ['no terminal', { width: undefined }],
    ['--quiet', { isQuiet: true }],
    ['TERM=dumb', { env: { TERM: 'dumb' } }],
    ['CI', { env: { CI: 'true' } }],
  ])('shows nothing with %s', (_name, change) => {
    const { shown, written } = progress(change);
    shown.show('1 of 3');
    shown.end();
    expect(written).toEqual([]);
  });
});

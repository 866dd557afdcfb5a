import { describe, expect, it } from 'vitest';
import { EMBEDDED_DETECTORS } from '../../../../domain/guardrails/detectors.ts';
import { hostileTexts } from '../../../../testing/guardrails/hostile-texts.ts';
import { createTestScanner } from '../../../../testing/guardrails/create-test-scanner.ts';

/** The most characters that all detectors together may read for a character of a text. */
const MAX_STEPS = 120;

describe('the work for a text is linear', () => {
  const scan = createTestScanner(EMBEDDED_DETECTORS, ['a', 'aa', 'okta', 'sk']);

  it.each(hostileTexts(262_144))('%s', (_name, text) => {
    const whole = scan(text).steps / text.length;
    expect(whole).toBeLessThan(MAX_STEPS);
    const half = scan(text.slice(0, text.length / 2)).steps / (text.length / 2);
    expect(whole / half).toBeLessThan(1.05);
  });
});

import { RE2JS } from 're2js';
import type { LinearPattern } from '../../domain/guardrails/secrets/create-secret-detector.ts';

/** Compiles a pattern of RE2, whose search takes time linear in the text. */
export function compileLinearPattern(pattern: string): LinearPattern {
  const compiled = RE2JS.compile(pattern);
  return {
    matchStart: (text) => {
      const matcher = compiled.matcher(text);
      return matcher.lookingAt() ? matcher.end() : undefined;
    },
  };
}

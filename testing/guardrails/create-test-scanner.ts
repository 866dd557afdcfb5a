import { compileLinearPattern } from '../../contracts/guardrails/compile-linear-pattern.ts';
import { createTextScanner, type Scan } from '../../domain/guardrails/create-text-scanner.ts';
import type { EmbeddedDetector } from '../../domain/guardrails/detectors.ts';
import { parseTokenLocator } from '../../store/tenancy/credential-token.ts';

/** The detectors whose findings have a checksum, a structure or a documented form. */
export const STRUCTURED_DETECTORS = ['secrets', 'card', 'iban', 'email', 'jwt', 'crypto_address'] as const;

/** A scanner with the patterns and checksums of the product. */
export function createTestScanner(
  detectors: readonly EmbeddedDetector[] = STRUCTURED_DETECTORS,
  words: readonly string[] = [],
): (text: string) => Scan {
  return createTextScanner(
    { detectors, words },
    { compile: compileLinearPattern, isOwnKey: (text) => parseTokenLocator(text) !== undefined },
  );
}
